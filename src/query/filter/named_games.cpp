#include "query/filter/named_games.hpp"

#include "query/filter/fact_condition.hpp"

namespace ludex {
namespace {

/// Players on the third seat and beyond, game after game.
class FurtherPlayers {
 public:
  explicit FurtherPlayers(SqlConnection& sql)
      : select_(sql,
                "SELECT game_id, seat, name FROM seat WHERE seat > 2 AND name IS NOT NULL ORDER BY "
                "game_id, seat") {
    more_ = select_.step();
  }

  /// \pre games are asked for in ascending order.
  void append(std::int64_t game, std::vector<NamedGame::Place>& places) {
    for (; more_ && select_.integer(0) <= game; more_ = select_.step()) {
      if (select_.integer(0) < game) continue;
      places.push_back({select_.integer(1), select_.integer(2)});
    }
  }

 private:
  SqlStatement select_;
  bool more_ = false;
};

struct NameColumn {
  Fact fact;
  std::int64_t seat;
};

std::vector<NameColumn> columns_of(NameKind kind) {
  if (kind == NameKind::event) return {{Fact::event, 0}};
  if (kind == NameKind::place) return {{Fact::place, 0}};
  return {{Fact::black, 1}, {Fact::white, 2}};
}

}  // namespace

void for_each_named_game(SqlConnection& sql, NameKind kind,
                         const std::function<void(const NamedGame&)>& visit) {
  FactChunk chunk(sql);
  FurtherPlayers further(sql);
  const std::vector<NameColumn> columns = columns_of(kind);
  NamedGame game;
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    const auto& flags = chunk.values(Fact::flags);
    const auto& from = chunk.values(Fact::date_from);
    const auto& to = chunk.values(Fact::date_to);
    for (std::size_t i = 0; i < flags.size(); ++i) {
      if (!GameFlags(flags[i]).is_answer()) continue;
      game.game = chunk.first_game() + static_cast<std::int64_t>(i);
      game.places.clear();
      for (const NameColumn& column : columns) {
        const std::int64_t name = chunk.values(column.fact)[i];
        if (name != 0) game.places.push_back({column.seat, name});
      }
      if (kind == NameKind::player) further.append(game.game, game.places);
      game.date_from = from[i];
      game.date_to = to[i];
      if (!game.places.empty()) visit(game);
    }
  }
}

}  // namespace ludex
