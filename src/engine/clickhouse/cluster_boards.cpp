#include "engine/boards/drawn_picture.hpp"
#include "engine/boards/shown_position.hpp"
#include "engine/clickhouse/cluster_engine.hpp"
#include "engine/clickhouse/cluster_source.hpp"

namespace ludex::clickhouse {

std::optional<GamePosition> ClusterEngine::position(GameId game, std::optional<std::uint32_t> ply) {
  ClusterSource games(cluster_, shown());
  return show_position(games, game, ply);
}

std::optional<Drawing> ClusterEngine::draw(GameId game, std::uint32_t ply,
                                           const DrawingOptions& options) {
  ClusterSource games(cluster_, shown());
  return draw_position(games, game, ply, options);
}

std::vector<NamedPly> ClusterEngine::bookmarks(GameId game) {
  ClusterSource games(cluster_, shown());
  return read_bookmarks(games, game);
}

std::vector<NodeComment> ClusterEngine::comments(GameId game) {
  ClusterSource games(cluster_, shown());
  return list_comments(games, game);
}

GameDetails ClusterEngine::details(GameId game) {
  return ClusterSource(cluster_, shown()).details(game);
}

std::vector<PlayedPly> ClusterEngine::moves(GameId game, Notation notation) {
  ClusterSource games(cluster_, shown());
  return list_moves(games, game, notation);
}

BoardPosition ClusterEngine::read_position(const Query& query) {
  return show_asked(first_position(query));
}

BoardPosition ClusterEngine::play(const Query& query, std::string_view move) {
  return show_played(first_position(query).position, move);
}

std::optional<Picture> ClusterEngine::picture(GameId game, std::optional<std::uint32_t> ply,
                                              const PictureOptions& options) {
  ClusterSource games(cluster_, shown());
  return draw_picture(games, *this, game, ply, options);
}

Picture ClusterEngine::position_picture(const Query& query, const PictureOptions& options) {
  if (query.explores_pattern()) refuse_on_cluster("pattern", kAskDatabases);
  return draw_picture(first_position(query).position, options);
}

}  // namespace ludex::clickhouse
