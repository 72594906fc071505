#include "engine/boards/drawn_picture.hpp"
#include "engine/boards/shown_position.hpp"
#include "engine/sqlite/sqlite_engine.hpp"
#include "engine/sqlite/stored_source.hpp"
#include "ludex/error.hpp"
#include "query/pattern/pattern_query.hpp"
#include "query/search/game_catalog.hpp"

namespace ludex {

std::optional<GamePosition> SqliteEngine::position(GameId game, std::optional<std::uint32_t> ply) {
  StoredSource games(database_.sql());
  return show_position(games, game, ply);
}

std::optional<Drawing> SqliteEngine::draw(GameId game, std::uint32_t ply,
                                          const DrawingOptions& options) {
  StoredSource games(database_.sql());
  return draw_position(games, game, ply, options);
}

std::vector<NamedPly> SqliteEngine::bookmarks(GameId game) {
  StoredSource games(database_.sql());
  return read_bookmarks(games, game);
}

std::vector<PlayedPly> SqliteEngine::moves(GameId game, Notation notation) {
  StoredSource games(database_.sql());
  return list_moves(games, game, notation);
}

std::vector<NodeComment> SqliteEngine::comments(GameId game) {
  StoredSource games(database_.sql());
  return list_comments(games, game);
}

QueryPosition SqliteEngine::first_position(const Query& query) {
  if (query.positions.empty()) throw UsageError("`position`: none given");
  return ludex::read_position(database_.sql(), query.positions.front(), {query.game, query.size});
}

BoardPosition SqliteEngine::read_position(const Query& query) {
  return show_asked(first_position(query));
}

BoardPosition SqliteEngine::play(const Query& query, std::string_view move) {
  return show_played(first_position(query).position, move);
}

std::optional<Picture> SqliteEngine::picture(GameId game, std::optional<std::uint32_t> ply,
                                             const PictureOptions& options) {
  StoredSource games(database_.sql());
  return draw_picture(games, *this, game, ply, options);
}

Picture SqliteEngine::position_picture(const Query& query, const PictureOptions& options) {
  if (!query.explores_pattern()) return draw_picture(first_position(query).position, options);
  const Pattern pattern = read_patterns(database_.sql(), query).front();
  const auto& hands = query.pattern_matching.hands;
  return draw_picture(lay_out_pattern(pattern, query.size), hands.empty() ? "" : hands.front(),
                      options);
}

}  // namespace ludex
