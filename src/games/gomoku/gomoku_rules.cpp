#include "games/gomoku/gomoku_rules.hpp"

#include "games/board/line_diagram.hpp"

namespace ludex::gomoku {

bool GomokuRules::playable(BoardSize size) const {
  const auto fits = [](int side) { return side >= 1 && side <= kMaxSide; };
  return fits(size.width) && fits(size.height);
}

Position GomokuRules::start_position(BoardSize size) const {
  Position position;
  position.game = GameType::gomoku;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

std::string GomokuRules::move_text(const Move& move, BoardSize size) const {
  if (move.kind == MoveKind::pass) return "pass";
  if (move.kind == MoveKind::no_move) return "none";
  return go::point_text(move.point, size);
}

std::optional<Move> GomokuRules::parse_move(std::string_view text, const Position& position) const {
  const WrittenMove move = read_move(text, position.size);
  const Player player = position.to_move;
  if (move.kind == WrittenMove::Kind::stone) return Move{MoveKind::stone, player, move.point};
  if (move.kind == WrittenMove::Kind::pass) return Move{MoveKind::pass, player, 0};
  return std::nullopt;
}

std::optional<Position> GomokuRules::after(const Position& position, const Move& move) const {
  Position next = next_of(position, move);
  if (move.kind == MoveKind::stone) {
    if (position.cells[move.point] != cell::kEmpty) return std::nullopt;
    next.cells[move.point] = cell::of(move.player);
  }
  return next;
}

bool GomokuRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto rect = go::find_rect(value, position.size);
  if (!rect) return false;
  for (int y = rect->top; y <= rect->bottom; ++y) {
    for (int x = rect->left; x <= rect->right; ++x) {
      position.cells[static_cast<std::size_t>(y * position.size.width + x)] = code;
    }
  }
  return true;
}

std::string GomokuRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_lines(position, diagram);
}

MarkRoom GomokuRules::mark_room(const PointRect& part) const { return line_mark_room(part); }

std::string GomokuRules::diagram_point(Point point, BoardSize size) const {
  return line_point_name(point, size);
}

}  // namespace ludex::gomoku
