#include "games/twixt/board.hpp"

#include "games/api/key_table.hpp"
#include "games/api/script_op.hpp"

#include <algorithm>

namespace ludex::twixt {
namespace {

constexpr int kLinkBits = 24;  // of a key; the bits above stand for the pegs
constexpr std::uint64_t kLinkMask = (std::uint64_t{1} << kLinkBits) - 1;

// Outputs of splitmix64 seeded with 0, one for each peg and each link there can be.
std::uint64_t peg_constant(int x, int y, std::uint8_t colour) {
  return KeyTable::random(static_cast<std::uint64_t>((y * 1024 + x) * 32 + colour));
}

// x and y are those of the upper end.
std::uint64_t link_constant(int x, int y, int direction, std::uint8_t colour) {
  const int n = (y * 1024 + x) * 32 + 4 + direction * 4 + colour;
  return KeyTable::random(static_cast<std::uint64_t>(n));
}

}  // namespace

void Board::reset(BoardSize size) {
  if (size_ != size) lay_out(size);
  rule_ = LinkRule::standard;
  std::fill(cells_.begin(), cells_.end(), cell::kEmpty);
  std::fill(links_.begin(), links_.end(), std::uint8_t{0});
  pegs_ = 0;
  link_count_ = 0;
  peg_hash_ = {};
  link_hash_ = {};
  forget_turns();
}

void Board::lay_out(BoardSize size) {
  size_ = size;
  stride_ = static_cast<std::size_t>(size.width) + kMargin;
  first_index_ = 2 * stride_ + kMargin;
  cells_.resize((static_cast<std::size_t>(size.height) + 4) * stride_ + 2 * kMargin);
  links_.resize(cells_.size());
  for (int direction = 0; direction < kDirections; ++direction) {
    const auto& step = kSteps[static_cast<std::size_t>(direction)];
    steps_[static_cast<std::size_t>(direction)] =
        static_cast<std::size_t>(step[1]) * stride_ + static_cast<std::size_t>(step[0]);
    auto& crossings = crossings_[static_cast<std::size_t>(direction)];
    crossings.clear();
    for (const RelativeLink& link : crossing_links(direction)) {
      const std::ptrdiff_t offset = link.dy * static_cast<std::ptrdiff_t>(stride_) + link.dx;
      const auto bit = static_cast<std::uint8_t>(1U << link.direction);
      if (crossings.empty() || crossings.back().offset != offset) crossings.push_back({offset, 0});
      crossings.back().directions |= bit;
    }
  }
  salt_ = KeyTable::salt_of(GameType::twixt, size);
}

Faults Board::play(Player player, Point point) {
  const Spot spot = spot_of(point);
  Faults faults = is_others_border(player, spot) ? kWrongBorder : 0;
  if (cells_[spot.index] != cell::kEmpty) {
    faults |= kOccupied;
    take(spot);
  }
  put(spot, cell::of(player));
  turn_.point = point;
  turn_.end_move(player, Turn::Last::stone);
  return faults;
}

// White's are the rows at the top and the bottom, Black's the columns at the sides; corners are
// nobody's.
bool Board::is_others_border(Player player, const Spot& spot) const {
  return player == Player::second ? spot.x == 0 || spot.x == size_.width - 1
                                  : spot.y == 0 || spot.y == size_.height - 1;
}

bool Board::set(Point point, std::uint8_t cell) {
  const Spot spot = spot_of(point);
  if (cells_[spot.index] == cell) return false;
  if (cells_[spot.index] != cell::kEmpty) take(spot);
  if (cell != cell::kEmpty) put(spot, cell);
  turn_.set_up();
  return true;
}

bool Board::can_swap_pieces() const { return pegs_ == 1; }

void Board::swap_pieces(Player player) {
  if (pegs_ != 1 || !size_.is_square()) return;
  const auto peg = std::find_if(cells_.begin(), cells_.end(),
                                [](std::uint8_t code) { return code != cell::kEmpty; });
  const std::size_t place = static_cast<std::size_t>(peg - cells_.begin()) - first_index_;
  const auto point = static_cast<Point>(place / stride_) * static_cast<Point>(size_.width) +
                     static_cast<Point>(place % stride_);
  take(spot_of(point));
  put(spot_of(map_point(Orientation::diag, point, size_)), cell::of(player));
  turn_.end_move(player, Turn::Last::swap);
}

void Board::put_peg(Point point, std::uint8_t cell) { put_alone(spot_of(point), cell); }

void Board::put_alone(const Spot& spot, std::uint8_t cell) {
  note({point_of(spot), cell::kEmpty, -1});
  cells_[spot.index] = cell;
  ++pegs_;
  toggle_peg(spot);
}

void Board::put(const Spot& spot, std::uint8_t cell) {
  put_alone(spot, cell);
  link_all(spot);
}

void Board::take(const Spot& spot) {
  for (int direction = 0; direction < kDirections; ++direction) {
    if (links(spot, direction)) toggle_link(spot, direction);
    const Spot above = upper(spot, direction);
    if (links(above, direction)) toggle_link(above, direction);
  }
  note({point_of(spot), cells_[spot.index], -1});
  toggle_peg(spot);
  --pegs_;
  cells_[spot.index] = cell::kEmpty;
}

// A new peg has no link yet.
void Board::link_all(const Spot& spot) {
  const std::uint8_t own = cells_[spot.index];
  for (int direction = 0; direction < kDirections; ++direction) {
    const std::size_t step = steps_[static_cast<std::size_t>(direction)];
    if (cells_[spot.index + step] == own && !is_crossed(spot.index, direction)) {
      toggle_link(spot, direction);
    }
    if (cells_[spot.index - step] == own && !is_crossed(spot.index - step, direction)) {
      toggle_link(upper(spot, direction), direction);
    }
  }
}

std::optional<Point> Board::point_on_board(const Spot& spot) const {
  const bool is_on = spot.x >= 0 && spot.x < size_.width && spot.y >= 0 && spot.y < size_.height;
  return is_on ? std::optional(point_of(spot)) : std::nullopt;
}

std::optional<Point> Board::lower_end(Point upper, int direction) const {
  return point_on_board(lower(spot_of(upper), direction));
}

std::optional<Point> Board::upper_end(Point lower, int direction) const {
  return point_on_board(upper(spot_of(lower), direction));
}

bool Board::can_link(const Spot& upper, int direction) const {
  const std::uint8_t own = cells_[upper.index];
  if (own == cell::kEmpty || own != cells_[lower(upper, direction).index]) return false;
  return !links(upper, direction) && !is_crossed(upper.index, direction);
}

bool Board::is_crossed(std::size_t upper, int direction) const {
  for (const Crossing& crossing : crossings_[static_cast<std::size_t>(direction)]) {
    const std::size_t index = upper + static_cast<std::size_t>(crossing.offset);
    if ((links_[index] & crossing.directions) == 0) continue;
    if (rule_ == LinkRule::standard || cells_[index] != cells_[upper]) return true;
  }
  return false;
}

bool Board::has_crossing_links() const {
  if (link_count_ < 2) return false;
  for (std::size_t index = 0; index < links_.size(); ++index) {
    for (int direction = 0; direction < kDirections; ++direction) {
      if ((links_[index] >> direction & 1) != 0 && is_crossed(index, direction)) return true;
    }
  }
  return false;
}

void Board::change_link(Point change) {
  const Spot upper = spot_of(change / 8);
  const int direction = static_cast<int>(change / 2 % kDirections);
  const bool removes = (change & 1) != 0;
  if (removes ? links(upper, direction) : can_link(upper, direction)) {
    toggle_link(upper, direction);
  }
}

LinkChange Board::read_change(Point change) const {
  const Point upper = change / 8;
  const Point other = lower_end(upper, static_cast<int>(change / 2 % kDirections)).value_or(upper);
  return {{std::min(upper, other), std::max(upper, other)}, (change & 1) != 0};
}

std::optional<Move> Board::first_turn(std::span<const std::uint16_t> ops) const {
  std::optional<Move> turn;
  TurnLinks links;
  std::size_t before_peg = 0;
  bool is_quiet = false;
  while (!ops.empty()) {
    const auto op = read_op(ops);
    if (!op || op->is(script::branch) || op->is(script::position)) break;
    if (op->kind == script::link) links.changes.push_back(read_change(op->point));
    if (op->kind == script::clear) links.changes.push_back({{op->point, op->point}, true});
    if (op->is(script::quiet)) is_quiet = true;
    if (const auto move = op->as_move()) {
      turn = move;
      before_peg = links.changes.size();
      if (!std::exchange(is_quiet, false)) break;
    }
    ops = ops.subspan(op->size);
  }
  if (!turn || links.changes.empty()) return turn;
  if (turn->kind == MoveKind::pass) turn->kind = MoveKind::links;
  links.before_peg = static_cast<std::uint32_t>(before_peg);
  turn->detail = GameData(std::move(links));
  return turn;
}

void Board::put_link(Point upper, int direction) {
  const Spot spot = spot_of(upper);
  if (!links(spot, direction)) toggle_link(spot, direction);
}

// Upside down, the lower end is the upper one; in a mirror a link leans to the other side.
void Board::toggle_link(const Spot& upper, int direction) {
  note({point_of(upper), 0, static_cast<std::int8_t>(direction)});
  const auto bit = static_cast<std::uint8_t>(1U << direction);
  links_[upper.index] ^= bit;
  link_count_ += (links_[upper.index] & bit) != 0 ? 1 : -1;
  const std::uint8_t colour = cells_[upper.index];
  const Spot other = lower(upper, direction);
  const int right = size_.width - 1;
  const int bottom = size_.height - 1;
  const int mirrored = kDirections - 1 - direction;
  link_hash_[0] ^= link_constant(upper.x, upper.y, direction, colour);
  link_hash_[1] ^= link_constant(right - other.x, bottom - other.y, direction, colour);
  link_hash_[2] ^= link_constant(right - upper.x, upper.y, mirrored, colour);
  link_hash_[3] ^= link_constant(other.x, bottom - other.y, mirrored, colour);
}

void Board::toggle_peg(const Spot& spot) {
  const std::uint8_t colour = cells_[spot.index];
  const int right = size_.width - 1;
  const int bottom = size_.height - 1;
  peg_hash_[0] ^= peg_constant(spot.x, spot.y, colour);
  peg_hash_[1] ^= peg_constant(right - spot.x, bottom - spot.y, colour);
  peg_hash_[2] ^= peg_constant(right - spot.x, spot.y, colour);
  peg_hash_[3] ^= peg_constant(spot.x, bottom - spot.y, colour);
}

/// The least hash of the pegs names them; of the symmetries that give it, which are several if the
/// pegs are symmetric, the least hash of the links names those.
PositionKey Board::key() const {
  const auto min = [](std::uint64_t a, std::uint64_t b) { return a < b ? a : b; };
  const std::uint64_t pegs = min(min(peg_hash_[0], peg_hash_[1]), min(peg_hash_[2], peg_hash_[3]));
  std::uint64_t links = ~std::uint64_t{0};
  for (std::size_t symmetry = 0; symmetry < kSymmetries; ++symmetry) {  // which one is random:
    const std::uint64_t other = -std::uint64_t{peg_hash_[symmetry] != pegs};  // no branches
    links = min(links, link_hash_[symmetry] | other);
  }
  // The upper bits of the low part are those that the index keeps.
  return {(KeyTable::mix(pegs ^ salt_) & ~kLinkMask) | (KeyTable::mix(links) & kLinkMask)};
}

KeyRange any_links(PositionKey key) { return {{key.bits & ~kLinkMask}, {key.bits | kLinkMask}}; }

void Board::describe(Position& position) const {
  position.game = GameType::twixt;
  const auto area = static_cast<std::size_t>(size_.area());
  position.cells.resize(area);
  std::vector<Link> found;
  for (Point point = 0; point < area; ++point) {
    const Spot spot = spot_of(point);
    position.cells[point] = cells_[spot.index];
    if (links_[spot.index] == 0) continue;
    for (int direction = 0; direction < kDirections; ++direction) {
      if (!links(spot, direction)) continue;
      found.push_back({point, point_of(lower(spot, direction))});
    }
  }
  std::sort(found.begin(), found.end());
  position.rest = rest_of(std::move(found));
}

void Board::add_to(MomentHash& hash) const {
  Position position;
  describe(position);
  hash.add(position.cells);
  for (const Link& link : links_of(position)) {
    hash.add(std::uint64_t{link.first} << 32 | link.second);
  }
}

void Board::undo_to(const Mark& mark) {
  undo_changes(mark, [&](const PegChange& change) {
    const Spot spot = spot_of(change.point);
    if (change.direction >= 0) return toggle_link(spot, change.direction);
    if (cells_[spot.index] != cell::kEmpty) take(spot);
    if (change.before != cell::kEmpty) put_alone(spot, change.before);
  });
}

std::optional<Player> Board::connected() const {
  for (const Player player : {Player::second, Player::first}) {
    if (reaches(player)) return player;
  }
  return std::nullopt;
}

// In the first or the last of the lines that the player is to connect.
std::vector<Board::Spot> Board::pegs_on_line(Player player, bool is_last) const {
  const bool is_row = player == Player::second;
  const int length = is_row ? size_.width : size_.height;
  Spot spot{is_last && !is_row ? size_.width - 1 : 0, is_last && is_row ? size_.height - 1 : 0, 0};
  spot.index =
      first_index_ + static_cast<std::size_t>(spot.y) * stride_ + static_cast<std::size_t>(spot.x);
  std::vector<Spot> pegs;
  for (int at = 0; at < length; ++at) {
    if (cells_[spot.index] == cell::of(player)) pegs.push_back(spot);
    ++(is_row ? spot.x : spot.y);
    spot.index += is_row ? 1 : stride_;
  }
  return pegs;
}

bool Board::reaches(Player player) const {
  const int lines = player == Player::second ? size_.height : size_.width;
  if (2 * link_count_ < lines - 1) return false;  // a link leads two lines on at most
  std::vector<Spot> open = pegs_on_line(player, false);
  if (open.empty() || pegs_on_line(player, true).empty()) return false;
  std::vector<bool> seen(cells_.size());
  for (const Spot& spot : open) seen[spot.index] = true;
  const auto visit = [&](const Spot& spot) {
    if (seen[spot.index]) return;
    seen[spot.index] = true;
    open.push_back(spot);
  };
  while (!open.empty()) {
    const Spot spot = open.back();
    open.pop_back();
    if (player == Player::second ? spot.y == size_.height - 1 : spot.x == size_.width - 1) {
      return true;
    }
    for (int direction = 0; direction < kDirections; ++direction) {
      if (links(spot, direction)) visit(lower(spot, direction));
      const Spot above = upper(spot, direction);
      if (links(above, direction)) visit(above);
    }
  }
  return false;
}

}  // namespace ludex::twixt
