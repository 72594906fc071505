#pragma once

#include "games/api/position.hpp"
#include "ludex/game.hpp"
#include "ludex/position.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// id, ply, mover, next_move, cgp, key, outcome.
[[nodiscard]] std::vector<std::string> position_columns();

/// Positions of games as rows.
class PositionRows {
 public:
  /// \param with_variations  those of indexed variations too.
  PositionRows(SqlConnection& sql, const PlyRange& plies, bool with_variations);

  /// Shows the positions of a game in the order of plies. Cost: about a microsecond each.
  void for_each(GameId game, const std::function<void(const Position&)>& visit);
  /// Puts a value for each column into `row`: mover, the seat that plays next_move and where the
  /// line ends is to move, `B` or `W` (its number in crossword games); outcome `win`, `loss` or
  /// `draw` of the mover, NULL where nobody knows.
  void fill(GameId game, const Position& position, std::vector<Value>& row);

 private:
  PlyRange plies_;
  bool with_variations_;
  GamePositions positions_;
  FactReader facts_;
};

}  // namespace ludex
