#include "query/duplicates/stored_duplicates.hpp"

#include "games/api/game_rules.hpp"
#include "query/filter/fact_condition.hpp"
#include "store/facts.hpp"

namespace ludex {

StoredDuplicates::StoredDuplicates(SqlConnection& sql, const IdSet& games) {
  constexpr std::int64_t kFewGames = 1024;  // searched within some milliseconds
  if (games.count() <= kFewGames) return;
  DuplicateBlocks blocks(sql);
  if (!blocks.are_complete()) return;
  are_of_use_ = true;
  const std::vector<GroupedGame> grouped = blocks.all_groups();
  IdSet partial;  // groups
  for (const GroupedGame& one : grouped) {
    if (!games.contains(raw(one.game.game))) partial.insert(one.group);
  }
  for (const GroupedGame& one : grouped) {
    if (!partial.contains(one.group)) {
      if (one.game.reason != DuplicateReason::kept) copies_.push_back(one.game);
    } else if (games.contains(raw(one.game.game))) {
      unknown_.insert(raw(one.game.game));
    }
  }
  add_unhashed(sql, games);
}

void StoredDuplicates::add_unhashed(SqlConnection& sql, const IdSet& games) {
  FactChunk chunk(sql);
  for (std::int64_t c = 0; c < chunk.chunk_count(); ++c) {
    chunk.go_to(c);
    const auto [minimum, maximum] = chunk.range(Fact::game);
    if (minimum == maximum && have_beginning_hashes(static_cast<GameType>(minimum))) continue;
    const std::vector<std::int64_t>& types = chunk.values(Fact::game);
    for (std::size_t i = 0; i < types.size(); ++i) {
      const std::int64_t id = chunk.first_game() + static_cast<std::int64_t>(i);
      if (!have_beginning_hashes(static_cast<GameType>(types[i])) && games.contains(id))
        unknown_.insert(id);
    }
  }
}

bool have_beginning_hashes(GameType game) { return !traits_of(game).has_numbered_seats; }

}  // namespace ludex
