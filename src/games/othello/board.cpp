#include "games/othello/board.hpp"

#include <algorithm>

namespace ludex::othello {

std::array<StartDisc, 4> start_discs(BoardSize size) {
  const int x = (size.width - 1) / 2;
  const int y = (size.height - 1) / 2;
  const auto point = [&](int dx, int dy) {
    return static_cast<Point>((y + dy) * size.width + x + dx);
  };
  return {StartDisc{point(0, 0), cell::kSecond}, StartDisc{point(1, 0), cell::kFirst},
          StartDisc{point(0, 1), cell::kFirst}, StartDisc{point(1, 1), cell::kSecond}};
}

void Board::reset(BoardSize size) {
  if (!table_ || table_->size() != size) lay_out(size);
  if (!is_small_) std::copy_n(start_cells_.begin(), cell_count_, cells_.begin());
  hash_ = start_hash_;
  discs_ = start_discs_;
  prepared_ = {};
  forget_turns();
}

void Board::lay_out(BoardSize size) {
  table_ = key_table(GameType::othello, size, orientations_of(size));
  const int stride = size.width + 1;
  steps_ = {-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1};
  cell_count_ = static_cast<std::size_t>(stride * (size.height + 2) + 1);
  std::fill_n(start_cells_.begin(), cell_count_, kBorder);
  flip_.resize(std::max(cell_count_, std::size_t{64}));
  squares_of_board_ = 0;
  is_small_ = size.width <= 8 && size.height <= 8;
  for (int point = 0; point < size.area(); ++point) {
    const int x = point % size.width;
    const int y = point / size.width;
    const auto index = static_cast<std::size_t>(is_small_ ? y * 8 + x : (y + 1) * stride + x + 1);
    index_[static_cast<std::size_t>(point)] = static_cast<std::uint16_t>(index);
    point_[index] = static_cast<std::uint16_t>(point);
    start_cells_[index] = cell::kEmpty;
    flip_[index] = table_->stone(static_cast<unsigned>(point), cell::kFirst);
    flip_[index].toggle(table_->stone(static_cast<unsigned>(point), cell::kSecond));
    if (is_small_) squares_of_board_ |= Squares{1} << index;
  }
  start_hash_ = {};
  start_discs_ = {};
  for (const StartDisc& disc : start_discs(size)) {
    start_cells_[index_[disc.point]] = disc.cell;
    start_hash_.toggle(table_->stone(disc.point, disc.cell));
    if (is_small_) start_discs_[disc.cell - 1U] |= Squares{1} << index_[disc.point];
  }
}

Faults Board::play(Player player, Point point) {
  const unsigned index = index_[point];
  const std::uint8_t own = cell::of(player);
  Faults faults = 0;
  if (cell_at(index) != cell::kEmpty) {
    faults = kOccupied;
    change(index, own);
  } else {
    const bool flips =
        is_small_ ? put_and_flip_squares(index, own) : put_and_flip_lines(index, own);
    if (!flips) faults = kNoFlip;
  }
  turn_.point = point;
  turn_.end_move(player, Turn::Last::stone);
  return faults;
}

bool Board::put_and_flip_squares(unsigned index, std::uint8_t own) {
  const bool is_prepared = prepared_.index == index && prepared_.own == own;
  const Squares flips = is_prepared ? prepared_.flips : squares_to_flip(index, own);
  prepared_ = {};
  HashSum hash(hash_);
  hash.toggle(table_->stone(point_[index], own));
  for (Squares left = flips; left != 0; left &= left - 1) {
    hash.toggle(flip_[static_cast<std::size_t>(std::countr_zero(left))]);
  }
  hash.store(hash_);
  if (keeps_journal_) note_flips(index, flips, cell::swapped(own));
  discs_[own - 1U] |= flips | Squares{1} << index;
  discs_[2U - own] &= ~flips;
  return flips != 0;
}

void Board::note_flips(unsigned index, Squares flips, std::uint8_t before) {
  note(index, cell::kEmpty);
  for (; flips != 0; flips &= flips - 1) {
    note(static_cast<unsigned>(std::countr_zero(flips)), before);
  }
}

bool Board::put_and_flip_lines(unsigned index, std::uint8_t own) {
  bool flips_any = false;
  for (const int step : steps_) {
    if (!flips_line(index, step, own)) continue;
    flips_any = true;
    const auto stride = static_cast<unsigned>(step);
    for (unsigned at = index + stride; cells_[at] != own; at += stride) {
      cells_[at] = own;
      hash_.toggle(flip_[at]);
      note(at, cell::swapped(own));
    }
  }
  change(index, own);
  return flips_any;
}

bool Board::flips_line(unsigned index, int step, std::uint8_t own) const {
  const std::uint8_t enemy = cell::swapped(own);
  const auto stride = static_cast<unsigned>(step);
  unsigned at = index + stride;
  if (cells_[at] != enemy) return false;
  while (cells_[at] == enemy) at += stride;
  return cells_[at] == own;
}

bool Board::can_play(Player player, Point point) const {
  const unsigned index = index_[point];
  if (cell_at(index) != cell::kEmpty) return false;
  if (is_small_) return squares_to_flip(index, cell::of(player)) != 0;
  return std::any_of(steps_.begin(), steps_.end(),
                     [&](int step) { return flips_line(index, step, cell::of(player)); });
}

bool Board::can_move(Player player) const {
  if (is_small_) {
    const std::uint8_t own = cell::of(player);
    Squares empty = squares_of_board_ & ~discs_[0] & ~discs_[1];
    for (; empty != 0; empty &= empty - 1) {
      const auto square = static_cast<unsigned>(std::countr_zero(empty));
      if (flips_of(square, discs_[own - 1U], discs_[2U - own]) != 0) return true;
    }
    return false;
  }
  for (int point = 0; point < size().area(); ++point) {
    if (can_play(player, static_cast<Point>(point))) return true;
  }
  return false;
}

bool Board::set(Point point, std::uint8_t cell) {
  const unsigned index = index_[point];
  if (cell_at(index) == cell) return false;
  change(index, cell);
  turn_.set_up();
  return true;
}

void Board::change(unsigned index, std::uint8_t cell) {
  const std::uint8_t before = cell_at(index);
  prepared_ = {};
  note(index, before);
  if (before != cell::kEmpty) hash_.toggle(table_->stone(point_[index], before));
  if (cell != cell::kEmpty) hash_.toggle(table_->stone(point_[index], cell));
  if (!is_small_) {
    cells_[index] = cell;
    return;
  }
  const Squares square = Squares{1} << index;
  discs_[0] = cell == cell::kFirst ? discs_[0] | square : discs_[0] & ~square;
  discs_[1] = cell == cell::kSecond ? discs_[1] | square : discs_[1] & ~square;
}

void Board::undo_to(const Mark& mark) {
  undo_changes(mark, [&](const CellChange& one) { change(one.place, one.before); });
}

OthelloTurn Board::turn() const { return {turn_, next_player()}; }

Player Board::next_player() const {
  const auto last = last_mover();
  if (!last) return first_player();
  return !can_move(opponent(*last)) && can_move(*last) ? *last : opponent(*last);
}

Player Board::first_player() const {
  return !can_move(Player::first) && can_move(Player::second) ? Player::second : Player::first;
}

std::optional<Player> Board::last_mover() const {
  if (turn_.mover == 0) return std::nullopt;
  return static_cast<Player>(turn_.mover);
}

int Board::count(Player player) const {
  if (is_small_) return std::popcount(discs_[cell::of(player) - 1U]);
  return static_cast<int>(std::count(
      cells_.begin(), cells_.begin() + static_cast<std::ptrdiff_t>(cell_count_), cell::of(player)));
}

void Board::describe(Position& position) const {
  position.game = GameType::othello;
  position.cells.resize(static_cast<std::size_t>(size().area()));
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    position.cells[point] = cell_at(index_[point]);
  }
}

void Board::add_to(MomentHash& hash) const {
  Position position;
  describe(position);
  hash.add(position.cells);
}

}  // namespace ludex::othello
