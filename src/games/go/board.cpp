#include "games/go/board.hpp"

#include "games/api/captures.hpp"

#include <algorithm>

namespace ludex::go {

void Board::reset(BoardSize size) {
  if (!table_ || table_->size() != size) lay_out(size);
  clear_cells();
  hash_ = {};
  chains_are_stale_ = false;
  forget_turns();
}

void Board::clear_cells() {
  std::copy_n(empty_cells_.begin(), cell_count_, cells_.begin());
  for (std::size_t index = 0; index < cell_count_; ++index) {
    links_[index] = {static_cast<std::uint16_t>(index), 0, 0, 0};
  }
}

void Board::lay_out(BoardSize size) {
  table_ = key_table(GameType::go, size, orientations_of(size));
  const int stride = size.width + 1;
  neighbours_ = {-stride, -1, 1, stride};
  cell_count_ = static_cast<std::size_t>(stride * (size.height + 2) + 1);
  std::fill_n(empty_cells_.begin(), cell_count_, kBorder);
  for (int point = 0; point < size.area(); ++point) {
    const int index = (point / size.width + 1) * stride + point % size.width + 1;
    index_[static_cast<std::size_t>(point)] = static_cast<std::uint16_t>(index);
    point_[static_cast<std::size_t>(index)] = static_cast<std::uint16_t>(point);
    empty_cells_[static_cast<std::size_t>(index)] = cell::kEmpty;
  }
}

Faults Board::play(Player player, Point point) {
  if (chains_are_stale_) rebuild_chains();
  const unsigned index = index_[point];
  const std::uint8_t own = cell::of(player);
  const std::uint8_t enemy = cell::swapped(own);
  Faults faults = 0;
  if (cells_[index] != cell::kEmpty) {
    faults = kOccupied;
    note(index, cells_[index]);
    clear(index);
  }
  note(index, cell::kEmpty);
  const bool takes = put(index, own);

  std::uint16_t only_taken = GoTurn::kNone;
  taken_sides_ = 0;
  if (takes) {
    const unsigned taken = take_neighbours(index, enemy);
    turn_.captures[own - 1] += taken;
    if (taken == 1) only_taken = point_[lifted_.front()];
    if (turn_.only_taken == point && only_taken == turn_.point) faults |= kKo;
  }
  if (links_[links_[index].chain].liberties == 0) {
    faults |= kSuicide;
    taken_sides_ |= kOwnChain;
    turn_.captures[enemy - 1] += take_chain(index);
  }
  turn_.point = point;
  turn_.end_move(player, Turn::Last::stone);
  turn_.only_taken = only_taken;
  return faults;
}

bool Board::set(Point point, std::uint8_t cell) {
  const unsigned index = index_[point];
  if (cells_[index] == cell) return false;
  note(index, cells_[index]);
  if (cells_[index] == cell::kEmpty && !chains_are_stale_) {
    put(index, cell);
  } else {
    change_cell(index, cell);
  }
  turn_.set_up();
  return true;
}

void Board::undo_to(const Mark& mark) {
  constexpr std::size_t kFewChanges = 16;  // cheaper one by one than by building all chains anew
  const bool is_small = journal_.size() - mark.journal_size <= kFewChanges && !chains_are_stale_;
  undo_changes(mark, [&](const CellChange& change) {
    if (!is_small) return change_cell(change.place, change.before);
    if (cells_[change.place] != cell::kEmpty) clear(change.place);
    if (change.before != cell::kEmpty) put(change.place, change.before);
  });
}

void Board::describe(Position& position) const {
  position.game = GameType::go;
  position.cells = cells();
}

Player Board::first_player() const {
  std::array<int, 4> count{};
  for (int point = 0; point < size().area(); ++point) ++count[at(static_cast<Point>(point))];
  return count[cell::kFirst] >= 2 && count[cell::kSecond] == 0 ? Player::second : Player::first;
}

std::vector<std::uint8_t> Board::cells() const {
  const auto area = static_cast<std::size_t>(size().area());
  const auto width = static_cast<std::size_t>(size().width);
  std::vector<std::uint8_t> cells(area);
  // The points of a row lie side by side.
  for (std::size_t point = 0; point < area; point += width) {
    std::copy_n(cells_.begin() + index_[point], width, cells.data() + point);
  }
  return cells;
}

unsigned Board::take_neighbours(unsigned index, std::uint8_t enemy) {
  unsigned taken = 0;
  for (unsigned side = 0; side < neighbours_.size(); ++side) {
    const unsigned near = index + static_cast<unsigned>(neighbours_[side]);
    if (cells_[near] == enemy && links_[links_[near].chain].liberties == 0) {
      taken += take_chain(near);
      taken_sides_ |= static_cast<std::uint8_t>(1U << side);
    }
  }
  return taken;
}

unsigned Board::take_chain(unsigned index) {
  const std::uint8_t colour = cells_[index];
  lift_chain(index);
  for (const auto stone : lifted_) note(stone, colour);
  return static_cast<unsigned>(lifted_.size());
}

// Points without a stone, also off the board, are chains that nobody asks: so neighbours need no
// look before their chains are counted up or down. A chain that stands beside the point several
// times has no liberty left with the last of them. True if an enemy chain has none.
bool Board::put(unsigned index, std::uint8_t cell) {
  const std::uint8_t enemy = cell::swapped(cell);
  cells_[index] = cell;
  toggle(index, cell);
  Link own{static_cast<std::uint16_t>(index), static_cast<std::uint16_t>(index), 0, 1};
  bool has_friends = false;
  bool takes = false;
  for (const int step : neighbours_) {
    const unsigned near = index + static_cast<unsigned>(step);
    const std::uint8_t there = cells_[near];
    const bool is_full = --links_[links_[near].chain].liberties == 0;
    own.liberties = static_cast<std::uint16_t>(own.liberties + (there == cell::kEmpty));
    has_friends |= there == cell;
    takes |= static_cast<int>(there == enemy) & static_cast<int>(is_full);
  }
  links_[index] = own;
  if (!has_friends) return takes;
  for (const int step : neighbours_) {
    const unsigned near = index + static_cast<unsigned>(step);
    if (cells_[near] == cell) join(index, near);
  }
  return takes;
}

void Board::join(unsigned a, unsigned b) {
  unsigned large = links_[a].chain;
  unsigned small = links_[b].chain;
  if (large == small) return;
  if (links_[large].stones < links_[small].stones) std::swap(large, small);
  links_[large].liberties =
      static_cast<std::uint16_t>(links_[large].liberties + links_[small].liberties);
  links_[large].stones = static_cast<std::uint16_t>(links_[large].stones + links_[small].stones);
  unsigned stone = small;
  do {
    links_[stone].chain = static_cast<std::uint16_t>(large);
    stone = links_[stone].next;
  } while (stone != small);
  std::swap(links_[large].next, links_[small].next);
}

void Board::lift_chain(unsigned index) {
  lifted_.clear();
  const std::uint8_t colour = cells_[index];
  unsigned stone = index;
  do {
    lifted_.push_back(static_cast<std::uint16_t>(stone));
    for (const int step : neighbours_) {
      ++links_[links_[stone + static_cast<unsigned>(step)].chain].liberties;
    }
    const unsigned next = links_[stone].next;
    links_[stone].chain = static_cast<std::uint16_t>(stone);
    cells_[stone] = cell::kEmpty;
    toggle(stone, colour);
    stone = next;
  } while (stone != index);
}

void Board::clear(unsigned index) {
  const std::uint8_t colour = cells_[index];
  lift_chain(index);
  for (const auto stone : lifted_) {
    if (stone != index) put(stone, colour);
  }
}

// Leaves the chains as they are until a move needs them: taking single stones out of large chains
// would cost the square of their length.
void Board::change_cell(unsigned index, std::uint8_t cell) {
  if (cells_[index] != cell::kEmpty) toggle(index, cells_[index]);
  cells_[index] = cell;
  if (cell != cell::kEmpty) toggle(index, cell);
  chains_are_stale_ = true;
}

void Board::rebuild_chains() {
  const SymmetricHash hash = hash_;
  const auto stones = cells_;
  clear_cells();
  for (unsigned index = 0; index < cell_count_; ++index) {
    if (stones[index] == cell::kFirst || stones[index] == cell::kSecond) put(index, stones[index]);
  }
  hash_ = hash;
  chains_are_stale_ = false;
}

bool Board::is_consistent() const {
  if (chains_are_stale_) return true;  // they are rebuilt before they are read
  SymmetricHash hash;
  std::vector<int> liberties(cell_count_, 0);
  std::vector<int> stones(cell_count_, 0);
  for (int point = 0; point < size().area(); ++point) {
    const unsigned index = index_[static_cast<std::size_t>(point)];
    const std::uint8_t colour = cells_[index];
    if (colour == cell::kEmpty) {
      if (links_[index].chain != index) return false;
      continue;
    }
    hash.toggle(table_->stone(static_cast<unsigned>(point), colour));
    const unsigned chain = links_[index].chain;
    ++stones[chain];
    for (const int step : neighbours_) {
      const unsigned near = index + static_cast<unsigned>(step);
      liberties[chain] += cells_[near] == cell::kEmpty;
      if (cells_[near] == colour && links_[near].chain != chain) return false;
    }
    if (cells_[chain] != colour || links_[links_[index].next].chain != chain) return false;
  }
  for (std::size_t chain = 0; chain < cell_count_; ++chain) {
    if (stones[chain] != 0 &&
        (links_[chain].stones != stones[chain] || links_[chain].liberties != liberties[chain])) {
      return false;
    }
  }
  return hash.lanes == hash_.lanes;
}

}  // namespace ludex::go
