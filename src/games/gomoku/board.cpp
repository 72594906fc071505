#include "games/gomoku/board.hpp"

#include <cassert>

namespace ludex::gomoku {

void Board::undo_to(const Mark& mark) {
  assert(keeps_journal_ && mark.journal_size <= journal_.size());
  keeps_journal_ = false;
  while (journal_.size() > mark.journal_size) {
    change(journal_.back().point, journal_.back().before);
    journal_.pop_back();
  }
  keeps_journal_ = true;
  turn_ = mark.turn;
}

// Stones of the last one's colour beyond it in one direction.
int Board::count_line(int dx, int dy) const {
  const int width = size().width;
  const std::uint8_t colour = cells_[turn_.point];
  int x = static_cast<int>(turn_.point) % width + dx;
  int y = static_cast<int>(turn_.point) / width + dy;
  int stones = 0;
  while (x >= 0 && x < width && y >= 0 && y < size().height &&
         cells_[static_cast<std::size_t>(y * width + x)] == colour) {
    x += dx;
    y += dy;
    ++stones;
  }
  return stones;
}

std::optional<Player> Board::winner(bool is_renju) const {
  constexpr int kRow = 5;
  if (turn_.last != Turn::Last::stone) return std::nullopt;
  const bool must_be_five = is_renju && turn_.mover == cell::kFirst;
  for (const auto& [dx, dy] : {std::pair{1, 0}, {0, 1}, {1, 1}, {1, -1}}) {
    const int row = 1 + count_line(dx, dy) + count_line(-dx, -dy);
    if (must_be_five ? row == kRow : row >= kRow) {
      return static_cast<Player>(turn_.mover);
    }
  }
  return std::nullopt;
}

}  // namespace ludex::gomoku
