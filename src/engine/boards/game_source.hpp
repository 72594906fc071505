#pragma once

#include "games/api/node_note.hpp"
#include "games/api/position.hpp"
#include "ludex/query.hpp"
#include "ludex/types.hpp"
#include "query/rows/game_moves.hpp"
#include "query/rows/game_record.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What an engine reads of single games to show them. For one question.
class GameSource {
 public:
  virtual ~GameSource() = default;

  /// None: there is no such game, or it is not visible.
  [[nodiscard]] virtual std::optional<ReplayedGame> find(GameId game) = 0;
  /// None if the game is not visible, has no positions, or is shorter than `ply`.
  [[nodiscard]] virtual std::optional<Position> position(GameId game, std::uint32_t ply) = 0;
  /// Visits every position in the order of plies until `visit` returns false.
  virtual void walk(GameId game, const PositionVisitor& visit) = 0;
  /// None if its text was not stored or the game does not exist. Cost: a parse.
  [[nodiscard]] virtual std::optional<GameRecord> record(GameId game) = 0;
  /// Names with ranks, by seat.
  [[nodiscard]] virtual std::vector<std::string> names(GameId game) = 0;
  /// The first placement of the first pattern of a query in a position of a game.
  [[nodiscard]] virtual std::optional<PointRect> region(const Position& position, GameId game,
                                                        const Query& query) = 0;
};

/// "Gote Ann" for a name and a rank; a rank alone is no name.
[[nodiscard]] inline std::string ranked_name(std::string_view name, std::string_view rank) {
  std::string text(name);
  if (!text.empty() && !rank.empty()) text.append(" ").append(rank);
  return text;
}

}  // namespace ludex
