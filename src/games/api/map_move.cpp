#include "games/api/map_move.hpp"

#include <algorithm>

namespace ludex {
namespace {

bool has_point(MoveKind kind) {
  return kind == MoveKind::stone || kind == MoveKind::step || kind == MoveKind::drop ||
         kind == MoveKind::play || kind == MoveKind::withdraw;
}

}  // namespace

Link map_link(const Link& link, Orientation orientation, BoardSize size) {
  const Point one = map_point(orientation, link.first, size);
  const Point other = map_point(orientation, link.second, size);
  return {std::min(one, other), std::max(one, other)};
}

Move map_move(Move move, Orientation orientation, BoardSize size) {
  if (has_point(move.kind)) move.point = map_point(orientation, move.point, size);
  const bool has_direction = move.kind == MoveKind::play || move.kind == MoveKind::withdraw;
  if (has_direction && is_transposing(orientation)) move.down = !move.down;
  if (move.kind == MoveKind::step) move.from = map_point(orientation, move.from, size);
  for (LinkChange& change : move.links) change.link = map_link(change.link, orientation, size);
  return move;
}

}  // namespace ludex
