#include "games/shogi/script_ops.hpp"

namespace ludex::shogi {

bool set_up(std::uint16_t op, Board& board) {
  if (op == ops::kGoteToMove) {
    board.set_to_move(Player::second);
    return true;
  }
  if (op >= ops::kHand) {
    const std::size_t kind = op >> 5 & 7;
    if (op > ops::kHand + 0x1FF || kind >= kHandKinds) return false;
    const Player player = (op >> 8 & 1) == 0 ? Player::first : Player::second;
    board.set_hand(player, kind, static_cast<std::uint8_t>(op & 31));
    return true;
  }
  const std::size_t point = op & 127;
  const auto code = static_cast<std::uint8_t>((op - ops::kSetup) >> 7);
  if (point >= kSquares || !is_cell(code)) return false;
  board.set(point, code);
  return true;
}

}  // namespace ludex::shogi
