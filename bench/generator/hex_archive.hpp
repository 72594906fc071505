#pragma once

#include "players.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ludex::bench {

/// How a record writes Hex.
enum class HexDialect : std::uint8_t {
  numbered,      ///< the Hex page: "a1", GM[11], swap-pieces or swap-sides, RE[B+R]
  letters,       ///< GM[11] with two letters
  little_golem,  ///< no GM, two letters, the first move is W, swap, RE[B], names not escaped
};

struct HexArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 1500;       ///< how many people play in the archive
  std::optional<HexDialect> dialect;  ///< none: two of five records are Little Golem's
};

/// Makes Hex game records: legal moves on boards of 11x11 to 19x19 (a few oblong), first moves as
/// people share them, two of five games with a swap, ended by a connection, a resignation or a
/// forfeit. Game n depends on the options and n alone. UTF-8, one tree after the other.
class HexArchive {
 public:
  explicit HexArchive(const HexArchiveOptions& options = {})
      : options_(options), players_(options.players, options.seed) {}

  /// Appends game number `number`, with a newline. Thread-safe. Cost: about 10 us and 600 bytes.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  HexArchiveOptions options_;
  PlayerPool players_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string hex_archive(std::uint64_t games, const HexArchiveOptions& options);

}  // namespace ludex::bench
