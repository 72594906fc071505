#include "query/filter/tile_matches.hpp"

#include "games/api/game_rules.hpp"
#include "query/search/game_positions.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace ludex {

TileSearch::TileSearch(const GameConditions& filters)
    : rules_(*find_rules(GameType::crossword)),
      filters_(filters),
      is_missing_(filters.words.size(), true),
      lacks_rack_(filters.rack) {}

bool TileSearch::look_at(const Position& position) {
  if (!filters_.words.empty()) cross_off(rules_.words_formed(position));
  if (lacks_rack_ && rules_.mover_holds(position, *filters_.rack)) lacks_rack_ = false;
  return !is_found();
}

bool TileSearch::is_found() const {
  return !lacks_rack_ && std::ranges::find(is_missing_, true) == is_missing_.end();
}

void TileSearch::cross_off(const std::vector<std::string>& formed) {
  for (std::size_t i = 0; i < is_missing_.size(); ++i) {
    const bool is_there = std::ranges::find(formed, filters_.words[i]) != formed.end();
    if (is_there) is_missing_[i] = false;
  }
}

IdSet games_with_tiles(SqlConnection& sql, const GameConditions& filters, const IdSet& among) {
  GamePositions positions(sql);
  IdSet games;
  for (std::int64_t id = among.next(0); id >= 0; id = among.next(id + 1)) {
    const GameId game{id};
    if (positions.game_type(game) != GameType::crossword) continue;
    TileSearch search(filters);
    positions.walk(game, [&](const Position& position) { return search.look_at(position); });
    if (search.is_found()) games.insert(id);
  }
  return games;
}

}  // namespace ludex
