#pragma once

#include "players.hpp"

#include <cstdint>
#include <string>

namespace ludex::bench {

struct GomokuArchiveOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 2000;
};

/// Makes games of Gomoku in SGF, a record a line: stones near the last ones until five stand in a
/// row, at most 120 moves; 15x15, some 19x19. Game n depends on the options and n alone. UTF-8.
class GomokuArchive {
 public:
  explicit GomokuArchive(const GomokuArchiveOptions& options);

  /// Appends game number `number`. Thread-safe. Cost: about 20 us.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  GomokuArchiveOptions options_;
  PlayerPool players_;
};

/// The first `games` games of the archive with these options, as one text.
[[nodiscard]] std::string gomoku_archive(std::uint64_t games,
                                         const GomokuArchiveOptions& options = {});

}  // namespace ludex::bench
