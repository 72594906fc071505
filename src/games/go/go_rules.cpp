#include "games/go/go_rules.hpp"

#include "games/board/line_diagram.hpp"
#include "games/go/points.hpp"

namespace ludex::go {

bool GoRules::playable(BoardSize size) const {
  return size.width >= 1 && size.width <= kMaxSide && size.height >= 1 && size.height <= kMaxSide;
}

std::string GoRules::move_text(const Move& move, BoardSize size) const {
  if (move.kind == MoveKind::pass) return "pass";
  if (move.kind == MoveKind::no_move) return "none";
  return point_text(move.point, size);
}

std::optional<Move> GoRules::parse_move(std::string_view text, const Position& position) const {
  const WrittenMove move = read_move(text, position.size);
  const Player player = position.to_move;
  if (move.kind == WrittenMove::Kind::stone) return Move{MoveKind::stone, player, move.point};
  if (move.kind == WrittenMove::Kind::pass) return Move{MoveKind::pass, player, 0};
  return std::nullopt;
}

Position GoRules::start_position(BoardSize size) const {
  Position position;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

std::optional<Position> GoRules::after(const Position& position, const Move& move) const {
  const bool is_stone = move.kind == MoveKind::stone;
  if (is_stone && position.cells[move.point] != cell::kEmpty) return std::nullopt;
  Board& board = thread_board();
  board.reset(position.size);
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    board.set(static_cast<Point>(point), position.cells[point]);
  }
  Position next = next_of(position, move);
  if (is_stone) board.play(move.player, move.point);
  for (std::size_t side = 0; side < 2; ++side) next.captures[side] += board.turn().captures[side];
  next.cells = board.cells();
  return next;
}

bool GoRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto rect = find_rect(value, position.size);
  if (!rect) return false;
  for (int y = rect->top; y <= rect->bottom; ++y) {
    for (int x = rect->left; x <= rect->right; ++x) {
      position.cells[static_cast<std::size_t>(y * position.size.width + x)] = code;
    }
  }
  return true;
}

std::string GoRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_lines(position, diagram);
}

MarkRoom GoRules::mark_room(const PointRect& part) const { return line_mark_room(part); }

std::string GoRules::diagram_point(Point point, BoardSize size) const {
  return line_point_name(point, size);
}

}  // namespace ludex::go
