#pragma once

#include "players.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace ludex::bench {

/// How a record of Othello is written.
enum class OthelloDialect : std::uint8_t {
  cassio,       ///< `f5`, discs set up in the root, passes not written, RE always "B+n"
  edax,         ///< `f5`, the first move in the root, "PA", an empty node at the end
  letters,      ///< `fe`, no setup, passes are "tt"; some boards of 6x6 and 10x10
  digits,       ///< `f5`, no setup, passes are empty
  alternating,  ///< `fe`, colours alternate whoever moves, passes not written
  ggf,          ///< all moves in one node, with evaluations and times
};
inline constexpr std::uint32_t kOthelloDialects = 6;

struct OthelloArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 2000;
  std::optional<OthelloDialect> dialect;  ///< none: all of them, mixed
};

/// Makes games of Othello of random legal moves, played to their end, a record a line. Game n
/// depends on the options and n alone. UTF-8.
class OthelloArchive {
 public:
  explicit OthelloArchive(const OthelloArchiveOptions& options);

  /// Appends game number `number`. Thread-safe. Cost: about 100 us.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  OthelloArchiveOptions options_;
  PlayerPool players_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string othello_archive(std::uint64_t games,
                                          const OthelloArchiveOptions& options = {});

}  // namespace ludex::bench
