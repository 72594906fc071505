#include "games/board/stone_line.hpp"

#include "games/api/orientation.hpp"

namespace ludex {

bool read_held_stones(const LineSource& source, CellLine& line) {
  const auto area = static_cast<Point>(source.size.area());
  line.start(source.size, area, source.keep);
  for (std::span<const std::uint16_t> rest = source.ops; !rest.empty();) {
    const std::size_t moves = CellLine::count_moves(rest, area);
    line.hold(rest.first(moves));
    rest = rest.subspan(moves);
    if (rest.empty()) return true;
    const auto op = read_op(rest);
    if (!op || op->is(script::branch)) return true;
    if (op->is(script::first_swap) || op->is(script::second_swap)) return false;
    const bool has_point = op->kind != script::mark && op->kind != script::link;
    if (has_point && op->point >= area) return true;
    if (op->kind == script::first_move || op->kind == script::add_first) {
      line.hold(op->point, cell::kFirst);
    } else if (op->kind == script::second_move || op->kind == script::add_second) {
      line.hold(op->point, cell::kSecond);
    }
    rest = rest.subspan(op->size);
  }
  return true;
}

void LastingStones::swap(Player player) {
  const BoardSize size = line_.size();
  if (!size.is_square()) return;
  const auto area = static_cast<Point>(size.area());
  Point only = area;
  for (Point point = 0; point < area; ++point) {
    if (line_.now(point) == cell::kEmpty) continue;
    if (only != area) return;
    only = point;
  }
  if (only == area) return;
  line_.set(only, cell::kEmpty);
  line_.place(map_point(Orientation::diag, only, size), cell::of(player));
}

}  // namespace ludex
