#include "games/api/cell_line.hpp"

#include <algorithm>

namespace ludex {

void CellLine::start(BoardSize size, std::size_t cells, Keep keep) {
  size_ = size;
  keep_ = keep;
  moments_ = 0;
  if (never_.size() < cells) never_.assign(cells, kNever);
  if (often_.size() < cells) often_.resize(cells);
  when_.resize(cells);
  std::copy_n(never_.begin(), cells, when_.begin());
  held_.assign(cells + kReadBeyond, 0);
  often_cells_.clear();
  changes_.clear();
  placed_.clear();
  runs_.clear();
  to_move_.clear();
  plies_.clear();
  is_symmetric = true;
  if (tile_names.size() != 0) tile_names.clear();
}

void CellLine::change(std::uint32_t cell, std::uint8_t code) {
  std::int32_t& when = when_[cell];
  if (when == kNever && moments_ > 0) {
    when = moments_;
    held_[cell] = code;
    return;
  }
  Cell& one = often_[cell];
  if (when != kOften) {
    one = this->cell(cell);
    when = kOften;
    often_cells_.push_back(cell);
  }
  one.now = code;
  held_[cell] |= code;
  if (moments_ == 0) {
    one.start = code;
  } else if (one.first_change == kNever || (one.changes < 0 && one.first_change == moments_)) {
    one.first_change = moments_;
    one.then = code;
  } else {
    add_change(one, code);
  }
}

void CellLine::add_change(Cell& one, std::uint8_t code) {
  const auto index = static_cast<std::int32_t>(changes_.size());
  if (one.last_change < 0) {
    one.changes = index;
  } else if (Change& last = changes_[static_cast<std::size_t>(one.last_change)];
             last.moment == moments_) {
    last.code = code;
    return;
  } else {
    last.next = index;
  }
  changes_.push_back({moments_, -1, one.last_change, code});
  one.last_change = index;
}

void CellLine::add_placed(Placed placed) {
  if (runs_.empty() || runs_.back().words != nullptr) {
    runs_.push_back({nullptr, placed.moment, placed.moment, placed_.size(), 0});
  }
  runs_.back().last_moment = placed.moment;
  ++runs_.back().count;
  placed_.push_back(placed);
}

void CellLine::add_placed(std::span<const std::uint16_t> words, std::int32_t moment) {
  const std::int32_t last = moment + static_cast<std::int32_t>(words.size()) - 1;
  PlacedRun* const before = runs_.empty() ? nullptr : &runs_.back();
  const bool goes_on = before != nullptr && before->words != nullptr &&
                       before->last_moment + 1 == moment &&
                       before->words + before->count == words.data();
  if (!goes_on) {
    runs_.push_back({words.data(), moment, last, 0, words.size()});
    return;
  }
  before->last_moment = last;
  before->count += words.size();
}

// In sums without branches, so that a compiler takes several words at once: a number of a point on
// the board plus what is missing to 2^13 stays below it.
std::size_t CellLine::count_moves(std::span<const std::uint16_t> words, Point area) {
  constexpr std::size_t kBlock = 64;
  constexpr std::uint16_t kNoMove = script::op(script::mark, 0);
  const Point points = std::min<Point>(area, script::kMostPoints);
  const auto missing = static_cast<std::uint16_t>(script::kMostPoints - points);
  const auto excess = [missing](std::uint16_t word) {
    const auto sum = static_cast<std::uint16_t>(script::argument_of(word) + missing);
    return static_cast<std::uint16_t>((sum & script::kMostPoints) | (word & 0xC000U));
  };
  static_assert(kNoMove == 0x4000);
  std::size_t count = 0;
  for (; count + kBlock <= words.size(); count += kBlock) {
    std::uint16_t any = 0;
    const std::uint16_t* const block = words.data() + count;
    for (std::size_t i = 0; i < kBlock; ++i) any |= excess(block[i]);
    if (any != 0) break;
  }
  while (count < words.size() && excess(words[count]) == 0) ++count;
  return count;
}

// Nearly all stones are put on points where nothing ever was.
void CellLine::play(std::span<const std::uint16_t> moves) {
  std::int32_t* const when = when_.data();
  std::uint8_t* const held = held_.data();
  const std::int32_t first = moments_;
  std::int32_t moment = first;
  for (const std::uint16_t word : moves) {
    const Point point = script::argument_of(word);
    const auto code = static_cast<std::uint8_t>(1 + (word >> 13));
    if (when[point] == kNever) {
      when[point] = moment;
      held[point] = code;
    } else {
      moments_ = moment;
      set(point, code);
    }
    ++moment;
  }
  moments_ = moment;
  if (moves.empty()) return;
  if (keep_.placed) add_placed(moves, first);
  if (!keep_.to_move) return;
  set_to_move(static_cast<std::uint8_t>(1 + (moves[0] >> 13)));
  for (const std::uint16_t word : moves.subspan(1)) {
    to_move_.push_back(static_cast<std::uint8_t>(1 + (word >> 13)));
  }
  to_move_.push_back(static_cast<std::uint8_t>(2 - (moves.back() >> 13)));
}

void CellLine::cut(std::int32_t moments) {
  cut_placed(moments);
  moments_ = moments;
  if (keep_.to_move) to_move_.resize(static_cast<std::size_t>(moments));
  if (!plies_.empty()) plies_.resize(static_cast<std::size_t>(moments));
  const std::size_t kept = changes_before(moments);
  for (std::size_t cell = 0; cell < when_.size(); ++cell) {
    cut_cell(cell, moments, static_cast<std::int32_t>(kept));
  }
  changes_.resize(kept);
}

std::size_t CellLine::changes_before(std::int32_t moment) const {
  std::size_t count = changes_.size();
  while (count > 0 && changes_[count - 1].moment >= moment) --count;
  return count;
}

void CellLine::cut_cell(std::size_t cell, std::int32_t moments, std::int32_t kept_changes) {
  if (when_[cell] != kOften) {
    if (when_[cell] < moments || when_[cell] == kNever) return;
    when_[cell] = kNever;
    held_[cell] = 0;
    return;
  }
  Cell& one = often_[cell];
  if (one.first_change >= moments) {
    one = {.start = one.start, .now = one.start};
    return;
  }
  while (one.last_change >= kept_changes) one.last_change = change_at(one.last_change).previous;
  if (one.last_change < 0) {
    one.changes = -1;
    one.now = one.then;
    return;
  }
  Change& last = changes_[static_cast<std::size_t>(one.last_change)];
  last.next = -1;
  one.now = last.code;
}

void CellLine::cut_placed(std::int32_t moments) {
  while (!placed_.empty() && placed_.back().moment >= moments) placed_.pop_back();
  while (!runs_.empty() && runs_.back().moment >= moments) runs_.pop_back();
  if (runs_.empty() || runs_.back().last_moment < moments) return;
  PlacedRun& last = runs_.back();
  last.last_moment = moments - 1;
  last.count = last.words != nullptr ? static_cast<std::size_t>(moments - last.moment)
                                     : placed_.size() - last.first;
}

}  // namespace ludex
