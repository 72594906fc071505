#pragma once

#include "engine/boards/game_source.hpp"
#include "query/search/game_positions.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

namespace ludex {

/// Games of a database.
class StoredSource final : public GameSource {
 public:
  explicit StoredSource(SqlConnection& sql) : sql_(sql), facts_(sql), positions_(sql) {}

  std::optional<ReplayedGame> find(GameId game) override;
  std::optional<Position> position(GameId game, std::uint32_t ply) override {
    return positions_.find(game, ply);
  }
  void walk(GameId game, const PositionVisitor& visit) override { positions_.walk(game, visit); }
  std::optional<GameRecord> record(GameId game) override;
  std::vector<std::string> names(GameId game) override;
  std::optional<PointRect> region(const Position& position, GameId game,
                                  const Query& query) override;

 private:
  SqlConnection& sql_;
  FactReader facts_;
  GamePositions positions_;
};

}  // namespace ludex
