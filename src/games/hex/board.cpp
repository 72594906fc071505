#include "games/hex/board.hpp"

#include <algorithm>
#include <cassert>

namespace ludex::hex {

void Board::reset(BoardSize size) {
  if (!table_ || size_ != size) table_ = key_table(GameType::hex, size, kSymmetries);
  size_ = size;
  cells_.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  hashes_ = {};
  turn_ = {};
  keeps_journal_ = false;
  journal_.clear();
}

Faults Board::play(Player player, Point point) {
  const Faults faults = cells_[point] == cell::kEmpty ? Faults{0} : kOccupied;
  change(point, cell::of(player));
  turn_.point = point;
  turn_.end_move(player, Turn::Last::stone);
  return faults;
}

bool Board::set(Point point, std::uint8_t cell) {
  if (cells_[point] == cell) return false;
  change(point, cell);
  turn_.set_up();
  return true;
}

void Board::change(Point point, std::uint8_t cell) {
  std::uint8_t& place = cells_[point];
  if (keeps_journal_) journal_.push_back({static_cast<std::uint16_t>(point), place});
  if (place != cell::kEmpty) toggle(point, place);
  place = cell;
  if (cell != cell::kEmpty) toggle(point, cell);
}

std::optional<Point> Board::find_only_stone() const {
  const auto is_stone = [](std::uint8_t cell) { return cell != cell::kEmpty; };
  const auto first = std::find_if(cells_.begin(), cells_.end(), is_stone);
  if (first == cells_.end() || std::any_of(first + 1, cells_.end(), is_stone)) return std::nullopt;
  return static_cast<Point>(first - cells_.begin());
}

bool Board::can_swap_pieces() const { return size_.is_square() && find_only_stone().has_value(); }

void Board::swap_pieces(Player player) {
  const auto stone = find_only_stone();
  if (stone && size_.is_square()) {
    change(*stone, cell::kEmpty);
    change(map_point(Orientation::diag, *stone, size_), cell::of(player));
  }
  turn_.end_move(player, Turn::Last::swap);
}

void Board::undo_to(const Mark& mark) {
  assert(keeps_journal_ && mark.journal_size <= journal_.size());
  keeps_journal_ = false;
  for (std::size_t n = journal_.size(); n-- > mark.journal_size;) {
    change(journal_[n].point, journal_[n].before);
  }
  keeps_journal_ = true;
  journal_.resize(mark.journal_size);
  turn_ = mark.turn;
}

void Board::describe(Position& position) const {
  position.game = GameType::hex;
  position.cells = cells_;
}

}  // namespace ludex::hex
