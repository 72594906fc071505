#include "games/go/taken_stones.hpp"

#include "core/per_thread.hpp"

#include <array>
#include <limits>
#include <vector>

namespace ludex::go {

void BoardNeighbours::fill(BoardSize size) {
  size_ = size;
  sides_.clear();
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const unsigned sides = (y > 0 ? kAbove : 0U) | (x > 0 ? kLeft : 0U) |
                             (x + 1 < size.width ? kRight : 0U) |
                             (y + 1 < size.height ? kBelow : 0U);
      sides_.push_back(static_cast<std::uint8_t>(sides));
    }
  }
}

TakenStones::TakenStones(std::span<const std::uint8_t> captures, CellLine& line)
    : captures_(captures), line_(line), neighbours_(neighbours_on(line.size())) {
  read_next();
}

const BoardNeighbours& TakenStones::neighbours_on(BoardSize size) {
  using OfSizes = std::array<BoardNeighbours, 16>;  // sizes take turns in a collection
  auto& kept = per_thread<OfSizes, TakenStones>();
  const auto sides = static_cast<std::size_t>(size.width + 3 * size.height);
  BoardNeighbours& neighbours = kept[sides % kept.size()];
  neighbours.lay_out(size);
  return neighbours;
}

void TakenStones::read_next() {
  std::size_t number = 0;
  for (unsigned shift = 0; !captures_.empty() && shift < 35; shift += 7) {
    const std::uint8_t byte = captures_.front();
    captures_ = captures_.subspan(1);
    number |= std::size_t{byte & 0x7FU} << shift;
    if (byte >= 0x80) continue;
    next_end_ += number >> kSideBits;
    sides_ = number & ((1U << kSideBits) - 1);
    return;
  }
  next_end_ = std::numeric_limits<std::size_t>::max();
}

void TakenStones::take(Point point) {
  const std::uint8_t own = line_.now(point);
  const std::uint8_t enemy = cell::swapped(own);
  const auto width = static_cast<Point>(line_.size().width);
  const unsigned sides = sides_ & neighbours_.sides(point);
  if ((sides & kAbove) != 0) take_chain(point - width, enemy);
  if ((sides & kLeft) != 0) take_chain(point - 1, enemy);
  if ((sides & kRight) != 0) take_chain(point + 1, enemy);
  if ((sides & kBelow) != 0) take_chain(point + width, enemy);
  if ((sides_ & kOwnChain) != 0) take_chain(point, own);
  read_next();
}

void TakenStones::take_chain(Point point, std::uint8_t colour) {
  const auto width = static_cast<Point>(line_.size().width);
  auto& chain = per_thread<std::vector<Point>, struct LiftedChain>();
  chain.clear();
  const auto lift = [&](Point one) {
    if (line_.now(one) != colour) return;
    line_.set(one, cell::kEmpty);
    chain.push_back(one);
  };
  if (colour != cell::kEmpty) lift(point);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Point one = chain[i];
    const unsigned sides = neighbours_.sides(one);
    if ((sides & kAbove) != 0) lift(one - width);
    if ((sides & kLeft) != 0) lift(one - 1);
    if ((sides & kRight) != 0) lift(one + 1);
    if ((sides & kBelow) != 0) lift(one + width);
  }
}

Player TakenStones::first_player() const {
  bool has_white = false;
  int black = 0;
  for (std::uint32_t point = 0; point < line_.cell_count(); ++point) {
    const std::uint8_t code = line_.now(point);
    black += code == cell::kFirst;
    has_white |= code == cell::kSecond;
  }
  return black >= 2 && !has_white ? Player::second : Player::first;
}

}  // namespace ludex::go
