#include "games/shogi/start_script.hpp"

#include "games/shogi/script_reader.hpp"

#include <array>
#include <cstddef>

namespace ludex::shogi {

void set_up_start(const ShogiStart& start, Board& board, std::vector<std::uint16_t>& script) {
  std::array<std::uint8_t, kSquares> cells{};
  for (const ShogiPiece& piece : start.pieces) {
    cells[point_of(piece.square)] = cell_of(piece.owner, piece.piece);
  }
  const auto add = [&](std::uint16_t op) {
    script.push_back(op);
    set_up(op, board);
  };
  board.reset();
  for (std::size_t point = 0; point < kSquares; ++point) {
    if (cells[point] != board.at(point)) add(ops::put(point, cells[point]));
  }
  for (const Player player : {Player::first, Player::second}) {
    for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
      const std::uint8_t count = start.hands[seat_index(player)][kind];
      if (count != 0) add(ops::hold(player, kind, count));
    }
  }
  if (start.to_move == Player::second) add(ops::kGoteToMove);
}

}  // namespace ludex::shogi
