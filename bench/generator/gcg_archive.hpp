#pragma once

#include "players.hpp"

#include <cstdint>
#include <string>

namespace ludex::bench {

struct GcgArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 1500;  ///< how many people play in the archive
};

/// Makes GCG records of crossword games of two: English tiles on the standard board, "words" of
/// whatever is on the rack, laid as the rules have it, with right scores and totals. Some plays are
/// taken back or challenged in vain; games end by an out play or after six turns without points,
/// some with a time penalty. Every third has notes. Game n depends on the options and n alone.
class GcgArchive {
 public:
  explicit GcgArchive(const GcgArchiveOptions& options = {})
      : options_(options), players_(options.players, options.seed) {}

  /// Appends game number `number`, with a newline. Thread-safe. Cost: about 60 us and 1200 bytes.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  GcgArchiveOptions options_;
  PlayerPool players_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string gcg_archive(std::uint64_t games, const GcgArchiveOptions& options);

}  // namespace ludex::bench
