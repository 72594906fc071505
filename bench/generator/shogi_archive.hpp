#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::bench {

/// What stands beside the moves of a CSA record.
enum class ShogiDensity : std::uint8_t {
  bare,      ///< nothing: about 8 bytes a move
  times,     ///< a "T" line after each move: about 12
  floodgate  ///< and a "'**" comment with a line of moves: about 100
};

/// "bare", "times", "floodgate".
[[nodiscard]] std::optional<ShogiDensity> find_shogi_density(std::string_view name);

struct ShogiArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 2000;  ///< how many people, or engines, play in the archive
  ShogiDensity density = ShogiDensity::bare;
};

/// Makes CSA records, each ended by a line "/": pieces move as they do, about 110 moves a game,
/// openings shared as people share them; names, events, dates and results in realistic proportions;
/// 3 % handicap games. Kings may be left in check. Floodgate's records carry its header, its final
/// board and its summary. Game n depends on the options and n alone. UTF-8, V2.2 (floodgate: V2).
class ShogiArchive {
 public:
  explicit ShogiArchive(const ShogiArchiveOptions& options = {}) : options_(options) {}

  /// Appends game number `number` and its "/" line. Thread-safe. Cost: about 150 us.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  ShogiArchiveOptions options_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string shogi_archive(std::uint64_t games, const ShogiArchiveOptions& options);

}  // namespace ludex::bench
