#pragma once

#include "games/api/position.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/sql/sql_connection.hpp"

#include <string>
#include <vector>

namespace ludex {

class GameRules;

/// The words and racks found so far in one crossword game.
class TileSearch {
 public:
  /// Filters must outlive it.
  explicit TileSearch(const GameConditions& filters);

  /// \returns true if something is still missing.
  bool look_at(const Position& position);
  [[nodiscard]] bool is_found() const;

 private:
  void cross_off(const std::vector<std::string>& formed);

  const GameRules& rules_;
  const GameConditions& filters_;
  std::vector<bool> is_missing_;  // by word
  bool lacks_rack_;
};

/// The crossword games in which all of GameConditions::words were played and some player to move
/// held GameConditions::rack. Cost: a replay of each crossword game, about 10 microseconds per
/// turn.
[[nodiscard]] IdSet games_with_tiles(SqlConnection& sql, const GameConditions& filters,
                                     const IdSet& among);

}  // namespace ludex
