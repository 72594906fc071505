#include "games/othello/othello_rules.hpp"

#include "games/board/square_diagram.hpp"
#include "games/othello/points.hpp"

#include <algorithm>

namespace ludex::othello {

bool OthelloRules::playable(BoardSize size) const {
  const auto fits = [](int side) { return side >= kMinSide && side <= kMaxSide; };
  return fits(size.width) && fits(size.height);
}

Position OthelloRules::start_position(BoardSize size) const {
  Position position;
  position.game = GameType::othello;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  for (const StartDisc& disc : start_discs(size)) position.cells[disc.point] = disc.cell;
  return position;
}

std::string OthelloRules::move_text(const Move& move, BoardSize size) const {
  if (move.kind == MoveKind::pass) return "pass";
  if (move.kind == MoveKind::no_move) return "none";
  return point_text(move.point, size);
}

std::optional<Move> OthelloRules::parse_move(std::string_view text,
                                             const Position& position) const {
  const WrittenMove move = read_move(text, position.size);
  const Player player = position.to_move;
  if (move.kind == WrittenMove::Kind::stone) return Move{MoveKind::stone, player, move.point};
  if (move.kind == WrittenMove::Kind::pass) return Move{MoveKind::pass, player, 0};
  return std::nullopt;
}

std::optional<Position> OthelloRules::after(const Position& position, const Move& move) const {
  Board& board = thread_board();
  board.reset(position.size);
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    board.set(static_cast<Point>(point), position.cells[point]);
  }
  Position next = next_of(position, move);
  if (move.kind == MoveKind::stone) {
    if (!board.can_play(move.player, move.point)) return std::nullopt;
    board.play(move.player, move.point);
    board.describe(next);
    next.to_move = board.next_player();
  }
  return next;
}

std::array<std::uint32_t, 2> OthelloRules::scores(const Position& position) const {
  const auto discs = [&](std::uint8_t code) {
    return static_cast<std::uint32_t>(
        std::count(position.cells.begin(), position.cells.end(), code));
  };
  return {discs(cell::kFirst), discs(cell::kSecond)};
}

bool OthelloRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto rect = find_rect(value, position.size);
  if (!rect) return false;
  for (int y = rect->top; y <= rect->bottom; ++y) {
    for (int x = rect->left; x <= rect->right; ++x) {
      position.cells[static_cast<std::size_t>(y * position.size.width + x)] = code;
    }
  }
  return true;
}

std::string OthelloRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_squares(position, diagram);
}

MarkRoom OthelloRules::mark_room(const PointRect&) const { return {3, 2}; }

}  // namespace ludex::othello
