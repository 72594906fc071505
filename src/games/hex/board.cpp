#include "games/hex/board.hpp"

#include <algorithm>
#include <bitset>

namespace ludex::hex {
namespace {

constexpr std::size_t kMaxPoints = std::size_t{kMaxSide} * kMaxSide;

/// The stones of one colour that hang together with its first side.
class Flood {
 public:
  Flood(std::span<const std::uint8_t> cells, BoardSize size, Player player)
      : cells_(cells), size_(size), player_(player) {}

  [[nodiscard]] bool reaches_other_side() {
    const bool is_first = player_ == Player::first;
    const int along = is_first ? size_.width : size_.height;
    for (int n = 0; n < along; ++n) visit(is_first ? n : 0, is_first ? 0 : n);
    while (open_count_ != 0) {
      const int point = open_[--open_count_];
      const int x = point % size_.width;
      const int y = point / size_.width;
      if (is_first ? y == size_.height - 1 : x == size_.width - 1) return true;
      for (const auto& [dx, dy] : kNeighbours) visit(x + dx, y + dy);
    }
    return false;
  }

 private:
  struct Step {
    int x, y;
  };
  static constexpr std::array<Step, 6> kNeighbours = {
      {{0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}}};

  void visit(int x, int y) {
    if (x < 0 || y < 0 || x >= size_.width || y >= size_.height) return;
    const auto point = static_cast<std::size_t>(y * size_.width + x);
    if (seen_[point] || cells_[point] != cell::of(player_)) return;
    seen_[point] = true;
    open_[open_count_++] = static_cast<std::uint16_t>(point);
  }

  std::span<const std::uint8_t> cells_;
  BoardSize size_;
  Player player_;
  std::bitset<kMaxPoints> seen_;
  std::array<std::uint16_t, kMaxPoints> open_;  // each point is there once
  std::size_t open_count_ = 0;
};

}  // namespace

std::optional<Point> Board::find_only_stone() const {
  const auto is_stone = [](std::uint8_t cell) { return cell != cell::kEmpty; };
  const auto first = std::find_if(cells().begin(), cells().end(), is_stone);
  if (first == cells().end() || std::any_of(first + 1, cells().end(), is_stone))
    return std::nullopt;
  return static_cast<Point>(first - cells().begin());
}

bool Board::can_swap_pieces() const { return size().is_square() && find_only_stone().has_value(); }

void Board::swap_pieces(Player player) {
  const auto stone = find_only_stone();
  if (stone && size().is_square()) {
    change(*stone, cell::kEmpty);
    change(map_point(Orientation::diag, *stone, size()), cell::of(player));
  }
  turn_.end_move(player, Turn::Last::swap);
}

std::optional<Player> find_winner(std::span<const std::uint8_t> cells, BoardSize size) {
  for (const Player player : {Player::first, Player::second}) {
    if (Flood(cells, size, player).reaches_other_side()) return player;
  }
  return std::nullopt;
}

}  // namespace ludex::hex
