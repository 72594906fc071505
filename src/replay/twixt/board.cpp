#include "replay/twixt/board.hpp"

#include "replay/key_table.hpp"
#include "replay/twixt/links.hpp"

#include <algorithm>
#include <cassert>

namespace ludex::twixt {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;  // the step of splitmix64
constexpr int kLinkBits = 24;                           // of a key; the bits above tell the pegs
constexpr std::uint64_t kLinkMask = (std::uint64_t{1} << kLinkBits) - 1;

struct Hole {
  int x;
  int y;
};

// As Orientation::identity, rot180, mirror_h and mirror_v show it.
Hole turned(Hole hole, std::size_t symmetry, BoardSize size) {
  const bool flips_x = symmetry == 1 || symmetry == 2;
  const bool flips_y = symmetry == 1 || symmetry == 3;
  return {flips_x ? size.width - 1 - hole.x : hole.x, flips_y ? size.height - 1 - hole.y : hole.y};
}

// Outputs of splitmix64 seeded with 0, one for each peg and each link there can be.
std::uint64_t peg_constant(Hole hole, std::uint8_t colour) {
  return KeyTable::mix(kGolden *
                       static_cast<std::uint64_t>((hole.y * 1024 + hole.x) * 32 + colour));
}

std::uint64_t link_constant(Hole a, Hole b, std::uint8_t colour) {
  if (b.y < a.y) std::swap(a, b);
  const std::array step = {b.x - a.x, b.y - a.y};
  const auto direction = std::find(kSteps.begin(), kSteps.end(), step) - kSteps.begin();
  const auto n = (a.y * 1024 + a.x) * 32 + 4 + static_cast<int>(direction) * 4 + colour;
  return KeyTable::mix(kGolden * static_cast<std::uint64_t>(n));
}

}  // namespace

void Board::reset(BoardSize size) {
  size_ = size;
  rule_ = LinkRule::standard;
  const auto area = static_cast<std::size_t>(size.area());
  cells_.assign(area, cell::kEmpty);
  links_.assign(area, 0);
  peg_hash_ = {};
  link_hash_ = {};
  const auto game = static_cast<std::uint64_t>(GameType::twixt);
  salt_ = KeyTable::mix(kGolden * (game << 32 | static_cast<std::uint64_t>(size.width) << 16 |
                                   static_cast<std::uint64_t>(size.height)));
  turn_ = {};
  keeps_journal_ = false;
  journal_.clear();
}

Faults Board::play(Player player, Point point) {
  Faults faults = is_others_border(player, point) ? kWrongBorder : 0;
  if (cells_[point] != cell::kEmpty) {
    faults |= kOccupied;
    take(point);
  }
  put(point, cell::of(player));
  turn_.point = point;
  turn_.end_move(player, Turn::Last::stone);
  return faults;
}

// White's are the rows at the top and the bottom, Black's the columns at the sides; corners are
// nobody's.
bool Board::is_others_border(Player player, Point point) const {
  const auto width = static_cast<Point>(size_.width);
  const auto height = static_cast<Point>(size_.height);
  const Point row = point / width;
  const Point column = point % width;
  return player == Player::second ? column == 0 || column == width - 1
                                  : row == 0 || row == height - 1;
}

bool Board::set(Point point, std::uint8_t cell) {
  if (cells_[point] == cell) return false;
  if (cells_[point] != cell::kEmpty) take(point);
  if (cell != cell::kEmpty) put(point, cell);
  turn_.set_up();
  return true;
}

bool Board::can_swap_pieces() const {
  return std::count(cells_.begin(), cells_.end(), cell::kEmpty) + 1 ==
         static_cast<std::ptrdiff_t>(cells_.size());
}

void Board::swap_pieces(Player player) {
  const auto peg = std::find_if(cells_.begin(), cells_.end(),
                                [](std::uint8_t code) { return code != cell::kEmpty; });
  if (peg == cells_.end() || !size_.is_square()) return;
  const auto point = static_cast<Point>(peg - cells_.begin());
  take(point);
  put(map_point(Orientation::diag, point, size_), cell::of(player));
  turn_.end_move(player, Turn::Last::swap);
}

void Board::put_peg(Point point, std::uint8_t cell) {
  if (keeps_journal_) journal_.push_back({point, cell::kEmpty, -1});
  cells_[point] = cell;
  toggle_peg(point);
}

void Board::put(Point point, std::uint8_t cell) {
  put_peg(point, cell);
  link_all(point);
}

void Board::take(Point point) {
  for (int direction = 0; direction < kDirections; ++direction) {
    if (has_link(point, direction)) toggle_link(point, direction);
    const auto upper = upper_end(point, direction);
    if (upper && has_link(*upper, direction)) toggle_link(*upper, direction);
  }
  if (keeps_journal_) journal_.push_back({point, cells_[point], -1});
  toggle_peg(point);
  cells_[point] = cell::kEmpty;
}

void Board::link_all(Point point) {
  for (int direction = 0; direction < kDirections; ++direction) {
    if (can_link(point, direction)) toggle_link(point, direction);
    const auto upper = upper_end(point, direction);
    if (upper && can_link(*upper, direction)) toggle_link(*upper, direction);
  }
}

std::optional<Point> Board::lower_end(Point upper, int direction) const {
  const auto& step = kSteps[static_cast<std::size_t>(direction)];
  const int x = static_cast<int>(upper) % size_.width + step[0];
  const int y = static_cast<int>(upper) / size_.width + step[1];
  if (x < 0 || x >= size_.width || y >= size_.height) return std::nullopt;
  return static_cast<Point>(y * size_.width + x);
}

std::optional<Point> Board::upper_end(Point lower, int direction) const {
  const auto& step = kSteps[static_cast<std::size_t>(direction)];
  const int x = static_cast<int>(lower) % size_.width - step[0];
  const int y = static_cast<int>(lower) / size_.width - step[1];
  if (x < 0 || x >= size_.width || y < 0) return std::nullopt;
  return static_cast<Point>(y * size_.width + x);
}

bool Board::can_link(Point upper, int direction) const {
  const auto lower = lower_end(upper, direction);
  if (!lower || cells_[upper] == cell::kEmpty || cells_[upper] != cells_[*lower]) return false;
  return !has_link(upper, direction) && !is_crossed(upper, direction);
}

bool Board::is_crossed(Point upper, int direction) const {
  const int x = static_cast<int>(upper) % size_.width;
  const int y = static_cast<int>(upper) / size_.width;
  for (const RelativeLink& other : crossing_links(direction)) {
    const int other_x = x + other.dx;
    const int other_y = y + other.dy;
    if (other_x < 0 || other_x >= size_.width || other_y < 0 || other_y >= size_.height) continue;
    const auto point = static_cast<Point>(other_y * size_.width + other_x);
    if (!has_link(point, other.direction)) continue;
    if (rule_ == LinkRule::standard || cells_[point] != cells_[upper]) return true;
  }
  return false;
}

void Board::change_link(Point change) {
  const Point upper = change / 8;
  const int direction = static_cast<int>(change / 2 % kDirections);
  const bool removes = (change & 1) != 0;
  if (removes ? has_link(upper, direction) : can_link(upper, direction)) {
    toggle_link(upper, direction);
  }
}

void Board::put_link(Point upper, int direction) {
  if (!has_link(upper, direction)) toggle_link(upper, direction);
}

void Board::toggle_link(Point upper, int direction) {
  if (keeps_journal_) {
    journal_.push_back({upper, 0, static_cast<std::int8_t>(direction)});
  }
  links_[upper] = static_cast<std::uint8_t>(links_[upper] ^ 1U << direction);
  const auto& step = kSteps[static_cast<std::size_t>(direction)];
  const Hole one{static_cast<int>(upper) % size_.width, static_cast<int>(upper) / size_.width};
  const Hole other{one.x + step[0], one.y + step[1]};
  for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    link_hash_[symmetry] ^=
        link_constant(turned(one, symmetry, size_), turned(other, symmetry, size_), cells_[upper]);
  }
}

void Board::toggle_peg(Point point) {
  const Hole hole{static_cast<int>(point) % size_.width, static_cast<int>(point) / size_.width};
  for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    peg_hash_[symmetry] ^= peg_constant(turned(hole, symmetry, size_), cells_[point]);
  }
}

/// The least hash of the pegs names them; of the symmetries that give it, which are several if the
/// pegs are symmetric, the least hash of the links names those.
PositionKey Board::key() const {
  const std::uint64_t pegs = *std::min_element(peg_hash_.begin(), peg_hash_.end());
  std::uint64_t links = ~std::uint64_t{0};
  for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {
    if (peg_hash_[symmetry] == pegs) links = std::min(links, link_hash_[symmetry]);
  }
  // The upper bits of the low part are those that the index keeps.
  return {(KeyTable::mix(pegs ^ salt_) & ~kLinkMask) | (KeyTable::mix(links) & kLinkMask)};
}

KeyRange any_links(PositionKey key) { return {{key.bits & ~kLinkMask}, {key.bits | kLinkMask}}; }

void Board::describe(Position& position) const {
  position.game = GameType::twixt;
  position.cells = cells_;
  position.links.clear();
  for (Point upper = 0; upper < cells_.size(); ++upper) {
    for (int direction = 0; direction < kDirections; ++direction) {
      if (has_link(upper, direction))
        position.links.push_back({upper, *lower_end(upper, direction)});
    }
  }
  std::sort(position.links.begin(), position.links.end());
}

void Board::undo_to(const Mark& mark) {
  assert(keeps_journal_ && mark.journal_size <= journal_.size());
  keeps_journal_ = false;
  while (journal_.size() > mark.journal_size) {
    const Change change = journal_.back();
    journal_.pop_back();
    if (change.direction >= 0) {
      toggle_link(change.point, change.direction);
      continue;
    }
    if (cells_[change.point] != cell::kEmpty) toggle_peg(change.point);
    cells_[change.point] = change.before;
    if (change.before != cell::kEmpty) toggle_peg(change.point);
  }
  keeps_journal_ = true;
  turn_ = mark.turn;
}

std::optional<Player> Board::connected() const {
  for (const Player player : {Player::second, Player::first}) {
    if (reaches(player)) return player;
  }
  return std::nullopt;
}

bool Board::reaches(Player player) const {
  const bool is_vertical = player == Player::second;
  const auto line_of = [&](Point point) {
    return static_cast<int>(is_vertical ? point / static_cast<Point>(size_.width)
                                        : point % static_cast<Point>(size_.width));
  };
  const int last = (is_vertical ? size_.height : size_.width) - 1;
  std::vector<bool> seen(cells_.size());
  std::vector<Point> open;
  const auto visit = [&](Point point) {
    if (seen[point]) return;
    seen[point] = true;
    open.push_back(point);
  };
  for (Point point = 0; point < cells_.size(); ++point) {
    if (cells_[point] == cell::of(player) && line_of(point) == 0) visit(point);
  }
  while (!open.empty()) {
    const Point point = open.back();
    open.pop_back();
    if (line_of(point) == last) return true;
    for (int direction = 0; direction < kDirections; ++direction) {
      if (has_link(point, direction)) visit(*lower_end(point, direction));
      const auto upper = upper_end(point, direction);
      if (upper && has_link(*upper, direction)) visit(*upper);
    }
  }
  return false;
}

}  // namespace ludex::twixt
