#include "engine/sqlite/stored_source.hpp"

#include "query/pattern/pattern_query.hpp"
#include "query/pattern/pattern_search.hpp"

namespace ludex {

std::optional<ReplayedGame> StoredSource::find(GameId game) {
  if (!positions_.is_answer(game)) return std::nullopt;
  return ReplayedGame{positions_.game_type(game), facts_.flags(game),
                      static_cast<std::uint32_t>(facts_.value(Fact::main_positions, game))};
}

std::optional<GameRecord> StoredSource::record(GameId game) {
  RecordTexts texts(sql_);
  return read_game_record(sql_, facts_, texts, game);
}

std::vector<std::string> StoredSource::names(GameId game) {
  SqlStatement seats(sql_, "SELECT name, rank FROM game_players WHERE game_id = ? ORDER BY seat");
  seats.start(raw(game));
  std::vector<std::string> names;
  while (seats.step()) names.push_back(ranked_name(seats.bytes(0), seats.bytes(1)));
  return names;
}

std::optional<PointRect> StoredSource::region(const Position& position, GameId game,
                                              const Query& asked) {
  Query query = asked;
  if (!query.game) query.game = position.game;
  const std::vector<Pattern> patterns = read_patterns(sql_, query);
  if (patterns.empty()) return std::nullopt;
  const Pattern& pattern = patterns.front();
  IdSet among;
  among.insert(raw(game));
  std::optional<PointRect> region;
  PatternSearch search(sql_, pattern,
                       {.mover = {}, .from_ply = position.ply, .to_ply = position.ply});
  const PatternWish wish{.all_runs = true, .variations = true, .depth = 0};
  search.for_each_game(&among, wish,
                       [&](GameId, BoardSize size, std::span<const FoundPattern> hits) {
                         const FoundPattern& hit = hits.front();
                         const int left = static_cast<int>(hit.place) % size.width;
                         const int top = static_cast<int>(hit.place) / size.width;
                         const bool turned = is_transposing(hit.match.orientation);
                         region = {left, top, left + (turned ? pattern.height : pattern.width) - 1,
                                   top + (turned ? pattern.width : pattern.height) - 1};
                         return false;
                       });
  return region;
}

}  // namespace ludex
