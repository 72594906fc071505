#include "games/api/cell_line.hpp"

#include "games/api/replay_script.hpp"

#include <algorithm>

namespace ludex {

void CellLine::start(BoardSize size, std::size_t cells, Keep keep) {
  size_ = size;
  keep_ = keep;
  moments_ = 0;
  if (untouched_.size() != cells) untouched_.assign(cells, {});
  cells_.resize(cells);
  std::copy(untouched_.begin(), untouched_.end(), cells_.begin());
  now_.assign(cells, 0);
  changes_.clear();
  placed_.clear();
  to_move_.clear();
  plies_.clear();
  is_symmetric = true;
  if (tile_names.size() != 0) tile_names.clear();
}

void CellLine::change(std::uint32_t cell, std::uint8_t code) {
  Cell& one = cells_[cell];
  now_[cell] = code;
  if (moments_ == 0) {
    one.start = code;
  } else if (one.first_change == kNever || (one.changes < 0 && one.first_change == moments_)) {
    one.first_change = moments_;
    one.then = code;
  } else {
    add_change(one, cell, code);
  }
}

void CellLine::add_change(Cell& one, std::uint32_t cell, std::uint8_t code) {
  std::int32_t* end = &one.changes;
  while (*end >= 0) {
    Change& later = changes_[static_cast<std::size_t>(*end)];
    if (later.moment == moments_) {
      later.code = code;
      return;
    }
    end = &later.next;
  }
  *end = static_cast<std::int32_t>(changes_.size());
  changes_.push_back({moments_, cell, -1, code});
}

// Nearly all stones are put on points where nothing ever was; no byte of the line is read again
// for them.
std::size_t CellLine::play(std::span<const std::uint16_t> words) {
  const auto area = static_cast<Point>(size_.area());
  Cell* const cells = cells_.data();
  std::uint8_t* const now = now_.data();
  const std::size_t first_placed = placed_.size();
  if (keep_.placed) placed_.resize(first_placed + words.size());
  Placed* placed = placed_.data() + first_placed;
  const std::int32_t first = moments_;
  std::size_t played = 0;
  for (; played < words.size(); ++played) {
    const unsigned word = words[played];
    const Point point = script::argument_of(static_cast<std::uint16_t>(word));
    if (word >= script::op(script::mark, 0) || point >= area) break;
    const auto code = static_cast<std::uint8_t>(1 + (word >> 13));
    const std::int32_t moment = first + static_cast<std::int32_t>(played);
    Cell& cell = cells[point];
    if (now[point] == 0 && cell.first_change == kNever) {
      now[point] = code;
      cell.first_change = moment;
      cell.then = code;
    } else {
      moments_ = moment;
      set(point, code);
    }
    if (keep_.placed) *placed++ = {moment, point, 0, code};
  }
  moments_ = first + static_cast<std::int32_t>(played);
  if (keep_.placed) placed_.resize(first_placed + played);
  if (!keep_.to_move || played == 0) return played;
  set_to_move(static_cast<std::uint8_t>(1 + (words[0] >> 13)));
  for (std::size_t i = 1; i < played; ++i) {
    to_move_.push_back(static_cast<std::uint8_t>(1 + (words[i] >> 13)));
  }
  to_move_.push_back(static_cast<std::uint8_t>(2 - (words[played - 1] >> 13)));
  return played;
}

void CellLine::cut(std::int32_t moments) {
  while (!changes_.empty() && changes_.back().moment >= moments) changes_.pop_back();
  while (!placed_.empty() && placed_.back().moment >= moments) placed_.pop_back();
  moments_ = moments;
  if (keep_.to_move) to_move_.resize(static_cast<std::size_t>(moments));
  if (!plies_.empty()) plies_.resize(static_cast<std::size_t>(moments));
  const auto kept = static_cast<std::int32_t>(changes_.size());
  for (std::size_t cell = 0; cell < cells_.size(); ++cell) {
    Cell& one = cells_[cell];
    if (one.first_change == kNever) continue;
    if (one.first_change >= moments) {
      one = {.start = one.start};
      now_[cell] = one.start;
      continue;
    }
    now_[cell] = one.then;
    std::int32_t* at = &one.changes;
    while (*at >= 0 && *at < kept) {
      Change& change = changes_[static_cast<std::size_t>(*at)];
      now_[cell] = change.code;
      at = &change.next;
    }
    *at = -1;
  }
}

}  // namespace ludex
