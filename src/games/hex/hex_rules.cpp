#include "games/hex/hex_rules.hpp"

#include "games/api/move_words.hpp"
#include "games/hex/diagram.hpp"
#include "games/hex/points.hpp"

namespace ludex::hex {

bool HexRules::playable(BoardSize size) const {
  return size.width >= 1 && size.width <= kMaxSide && size.height >= 1 && size.height <= kMaxSide;
}

std::span<const Orientation> HexRules::symmetries(BoardSize) const { return kSymmetries; }

std::span<const Orientation> HexRules::role_swaps(BoardSize) const { return kRoleSwaps; }

Position HexRules::start_position(BoardSize size) const {
  Position position;
  position.game = GameType::hex;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

std::string HexRules::move_text(const Move& move, BoardSize size) const {
  if (const auto word = plain_move_word(move.kind)) return std::string(*word);
  return point_text(move.point, size);
}

std::optional<Move> HexRules::parse_move(std::string_view text, const Position& position) const {
  const WrittenMove move = hex::read_move(text, position.size);
  const Player player = position.to_move;
  switch (move.kind) {
    case WrittenMove::Kind::stone:
      return Move{.player = player, .point = move.point};
    case WrittenMove::Kind::pass:
      return Move{.kind = MoveKind::pass, .player = player};
    case WrittenMove::Kind::swap_pieces:
    case WrittenMove::Kind::swap_sides:
      return swap_move(move.kind, position);
    default:
      return std::nullopt;
  }
}

std::optional<Position> HexRules::after(const Position& position, const Move& move) const {
  const bool is_swap = move.kind == MoveKind::swap || move.kind == MoveKind::swap_sides;
  if (is_swap && !may_swap(position)) return std::nullopt;
  if (move.kind == MoveKind::swap_sides) return with_seats_exchanged(position, move);
  Board& board = thread_board();
  board.reset(position.size);
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    board.set(static_cast<Point>(point), position.cells[point]);
  }
  if (move.kind == MoveKind::swap) {
    board.swap_pieces(move.player);
  } else if (move.kind == MoveKind::stone) {
    if (position.cells[move.point] != cell::kEmpty) return std::nullopt;
    board.play(move.player, move.point);
  }
  Position next = next_of(position, move);
  next.cells = board.cells();
  return next;
}

bool HexRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto rect = find_rect(value, position.size);
  if (!rect) return false;
  for (int y = rect->top; y <= rect->bottom; ++y) {
    for (int x = rect->left; x <= rect->right; ++x) {
      position.cells[static_cast<std::size_t>(y * position.size.width + x)] = code;
    }
  }
  return true;
}

std::string HexRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_slanted(position, diagram);
}

MarkRoom HexRules::mark_room(const PointRect&) const { return {2, 1}; }

}  // namespace ludex::hex
