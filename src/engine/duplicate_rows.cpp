#include "ludex/engine.hpp"

namespace ludex {
namespace {

const std::vector<std::string> kComparedColumns = {"id",    "moves",  "date",       "black",
                                                   "white", "source", "external_id"};

std::vector<Value> row_of(const DuplicateGame& game, std::span<const Value> rest) {
  std::vector<Value> row = {raw(game.cluster), raw(game.game),
                            std::string(duplicate_reason_name(game.reason))};
  if (game.reason == DuplicateReason::kept) {
    row.resize(6);
  } else {
    row.emplace_back(game.equal_moves);
    row.emplace_back(std::string(orientation_name(game.orientation)));
    row.push_back(game.colors_exchanged ? Value("exchanged") : Value());
  }
  row.insert(row.end(), rest.begin(), rest.end());
  return row;
}

}  // namespace

std::vector<std::string> duplicate_columns() {
  std::vector<std::string> columns = {"cluster",     "id",          "why",
                                      "equal_moves", "orientation", "colors"};
  columns.insert(columns.end(), kComparedColumns.begin() + 1, kComparedColumns.end());
  return columns;
}

void for_each_duplicate_row(Engine& engine, std::span<const DuplicateGame> games,
                            const RowVisitor& visit) {
  std::vector<GameId> ids;
  for (const DuplicateGame& game : games) ids.push_back(game.game);
  auto duplicate = games.begin();
  for (const Game& game : engine.rows(std::move(ids), kComparedColumns)) {
    while (duplicate->game != game.id()) ++duplicate;
    if (!visit(row_of(*duplicate, game.row().subspan(1)))) return;
  }
}

}  // namespace ludex
