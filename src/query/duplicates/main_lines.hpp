#pragma once

#include "ludex/types.hpp"
#include "query/duplicates/sequence_hasher.hpp"
#include "store/game_scripts.hpp"
#include "store/sql/sql_blob.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ludex {

/// Main lines of games for comparison. Reading is fastest if ids are close together.
class MainLines {
 public:
  /// \param maps_file  the file is read in place, a few games at a time, also by a connection that
  ///                   does not map it, because it writes
  explicit MainLines(SqlConnection& sql, bool maps_file = false);

  void read(GameType type, std::int64_t game, std::vector<SequenceStep>& steps);
  /// Valid until the next call.
  [[nodiscard]] std::span<const std::uint16_t> script(std::int64_t game);
  /// Hashes of all beginnings; none if the board stays empty. Valid until the next call.
  [[nodiscard]] const std::vector<std::uint64_t>& hashes(GameType type, BoardSize size,
                                                         std::int64_t game);
  /// Makes room for the scripts of other games.
  void forget_kept();

 private:
  struct Slot {
    std::optional<GameScripts> scripts;
    std::int64_t block = -1;
    std::uint64_t used = 0;
  };
  std::span<const std::uint16_t> stored_script(std::int64_t game);
  void map_for_a_while();

  /// The pages of so many reads stay mapped: 15 MB at worst, since the kernel maps 64 KiB at once.
  static constexpr int kMappedReads = 32;
  std::optional<SqlMappedFile> mapped_;
  int reads_ = 0;
  /// So many games of a block are read without the rest of it: old ones that are like a new one.
  static constexpr int kReadAlone = 8;
  /// Games are read twice: a script is kept while there is room.
  static constexpr std::size_t kKeptWords = std::size_t{8} << 20;
  std::unordered_map<std::int64_t, std::vector<std::uint16_t>> kept_;
  std::size_t kept_words_ = 0;
  std::array<Slot, 16> slots_;  // a file and its copy are read side by side
  SingleScripts single_;
  std::unordered_map<std::int64_t, int> read_alone_;  // by block
  std::uint64_t clock_ = 0;
  SequenceHasher hasher_;
  std::vector<SequenceStep> steps_;
  std::vector<std::uint64_t> hashes_;
};

}  // namespace ludex
