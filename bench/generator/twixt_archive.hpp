#pragma once

#include "players.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ludex::bench {

/// How a record writes Twixt.
enum class TwixtDialect : std::uint8_t {
  page,          ///< the Twixt page: "G7", GM[21], RU, swaps, turns that also add links
  little_golem,  ///< no GM, two letters, `b` and `r`, swap, offers of a draw, no RE
};

struct TwixtArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 800;          ///< how many people play in the archive
  std::optional<TwixtDialect> dialect;  ///< none: half of the records are Little Golem's
};

/// Makes Twixt game records on boards of 12x12 to 30x30 (a few oblong, with handicap): pegs on free
/// holes outside the other player's border rows, most a knight's move from an earlier one, ended by
/// a resignation. Game n depends on the options and n alone. One tree after the other.
class TwixtArchive {
 public:
  explicit TwixtArchive(const TwixtArchiveOptions& options = {})
      : options_(options), players_(options.players, options.seed) {}

  /// Appends game number `number`, with a newline. Thread-safe. Cost: about 5 us and 500 bytes.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  TwixtArchiveOptions options_;
  PlayerPool players_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string twixt_archive(std::uint64_t games,
                                        const TwixtArchiveOptions& options = {});

}  // namespace ludex::bench
