#include "games/hex/hex_sgf.hpp"

namespace ludex::hex {
namespace {

// HexGui before 0.10 wrote swap-pieces where it meant swap-sides, and reads it so from files of
// "HexGui:0.x" with one digit. Only used where no move follows the swap to tell.
bool is_old_hexgui(std::string_view application) {
  constexpr std::string_view kName = "HexGui:0.";
  if (!application.starts_with(kName)) return false;
  const std::string_view minor = application.substr(kName.size());
  const auto is_digit = [&](std::size_t at) {
    return at < minor.size() && minor[at] >= '0' && minor[at] <= '9';
  };
  return is_digit(0) && !is_digit(1);
}

}  // namespace

void HexSgf::start(const SgfTree&, const SgfGame& game) {
  black_ = game.info.colors_exchanged ? Player::second : Player::first;
  style_ = PointStyle::none;
  is_old_hexgui_ = is_old_hexgui(game.info.application);
}

WrittenMove HexSgf::read_other_move(std::string_view value, BoardSize size) const {
  WrittenMove move = hex::read_move(value, size);
  move.is_sides_without_next = is_old_hexgui_;
  return move;
}

std::optional<GameResult> HexSgf::result(const Board& board) const {
  const auto winner = find_winner(board.cells(), board.size());
  if (!winner) return std::nullopt;
  return GameResult{.winner = *winner == Player::first ? Winner::first : Winner::second,
                    .by = WinBy::connection,
                    .margin = std::nullopt,
                    .from = ResultFrom::replay};
}

}  // namespace ludex::hex
