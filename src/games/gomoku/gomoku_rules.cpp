#include "games/gomoku/gomoku_rules.hpp"

#include "games/board/line_diagram.hpp"

namespace ludex::gomoku {
namespace {

constexpr std::string_view kNames[] = {"gomoku", "renju"};

}  // namespace

GomokuRules::GomokuRules()
    : BoardRules(GameType::gomoku,
                 {.name = "gomoku", .default_size = {15, 15}, .max_side = kMaxSide},
                 {.names = kNames, .little_golem_names = kNames}) {}

std::optional<Position> GomokuRules::after(const Position& position, const Move& move) const {
  Position next = next_of(position, move);
  if (move.kind == MoveKind::stone) {
    if (position.cells[move.point] != cell::kEmpty) return std::nullopt;
    next.cells[move.point] = cell::of(move.player);
  }
  return next;
}

std::string GomokuRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_lines(position, diagram);
}

MarkRoom GomokuRules::mark_room(const PointRect& part) const { return line_mark_room(part); }

std::string GomokuRules::diagram_point(Point point, BoardSize size) const {
  return line_point_name(point, size);
}

std::string GomokuRules::point_name(Point point, BoardSize size) const {
  return go::point_text(point, size);
}

}  // namespace ludex::gomoku
