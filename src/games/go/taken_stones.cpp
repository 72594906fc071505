#include "games/go/taken_stones.hpp"

#include <limits>
#include <vector>

namespace ludex::go {

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
  const auto width = static_cast<Point>(line_.size().width);
  const auto area = static_cast<Point>(line_.size().area());
  const std::uint8_t own = line_.now()[point];
  const std::uint8_t enemy = cell::swapped(own);
  const Point column = point % width;
  if ((sides_ & 1) != 0 && point >= width) take_chain(point - width, enemy);
  if ((sides_ & 2) != 0 && column > 0) take_chain(point - 1, enemy);
  if ((sides_ & 4) != 0 && column + 1 < width) take_chain(point + 1, enemy);
  if ((sides_ & 8) != 0 && point + width < area) take_chain(point + width, enemy);
  if ((sides_ & kOwnChain) != 0) take_chain(point, own);
  read_next();
}

void TakenStones::take_chain(Point point, std::uint8_t colour) {
  const auto width = static_cast<Point>(line_.size().width);
  const auto area = static_cast<Point>(line_.size().area());
  thread_local std::vector<Point> chain;
  chain.clear();
  const auto lift = [&](Point one) {
    if (line_.now()[one] != colour) return;
    line_.set(one, cell::kEmpty);
    chain.push_back(one);
  };
  if (colour != cell::kEmpty) lift(point);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const Point one = chain[i];
    const Point column = one % width;
    if (one >= width) lift(one - width);
    if (column > 0) lift(one - 1);
    if (column + 1 < width) lift(one + 1);
    if (one + width < area) lift(one + width);
  }
}

Player TakenStones::first_player() const {
  bool has_white = false;
  int black = 0;
  for (const std::uint8_t code : line_.now()) {
    black += code == cell::kFirst;
    has_white |= code == cell::kSecond;
  }
  return black >= 2 && !has_white ? Player::second : Player::first;
}

}  // namespace ludex::go
