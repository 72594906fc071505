#pragma once

#include "core/ids.hpp"
#include "games/api/position.hpp"
#include "query/rows/game_rows.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

/// `--positions`: plies from `first` to `last`, both included; or the last one of the main line.
struct PlyRange {
  std::uint32_t first = 0;
  std::uint32_t last = 0;
  bool only_last = false;
};

/// `all`, `last`, `7`, `0..30`, `100..`, `..30`. \throws UsageError
[[nodiscard]] PlyRange parse_plies(std::string_view text);

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

}  // namespace ludex::cli
