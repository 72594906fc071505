#pragma once

#include "players.hpp"
#include "random.hpp"

#include <string>

namespace ludex::bench {

/// What the record of a game is made from besides its moves.
struct GameFacts {
  int board_size = 19;
  int moves = 0;     // to be played, variations apart
  int handicap = 0;  // stones; 0 or 2..9
  int year = 2000;
};

/// Draws board size, length, handicap and year: 96 % of the games are 19x19 with 220 moves on
/// average, 4 % have a handicap, recent years are more frequent.
[[nodiscard]] GameFacts draw_facts(Random& random);

/// Appends the properties of the root node, from `FF[4]` to `RE`, without setup stones.
void append_header(const GameFacts& facts, const PlayerPool& players, Random& random,
                   std::string& text);

}  // namespace ludex::bench
