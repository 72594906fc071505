#include "replay/hex/board.hpp"

#include <array>

namespace ludex::hex {
namespace {

/// The stones of one colour that hang together with its first side.
class Flood {
 public:
  Flood(std::span<const std::uint8_t> cells, BoardSize size, Player player)
      : cells_(cells), size_(size), player_(player), seen_(cells.size()) {}

  [[nodiscard]] bool reaches_other_side() {
    const bool is_first = player_ == Player::first;
    const int along = is_first ? size_.width : size_.height;
    for (int n = 0; n < along; ++n) visit(is_first ? n : 0, is_first ? 0 : n);
    while (!open_.empty()) {
      const auto point = static_cast<int>(open_.back());
      open_.pop_back();
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
    open_.push_back(static_cast<Point>(point));
  }

  std::span<const std::uint8_t> cells_;
  BoardSize size_;
  Player player_;
  std::vector<bool> seen_;
  std::vector<Point> open_;
};

}  // namespace

std::optional<Player> find_winner(std::span<const std::uint8_t> cells, BoardSize size) {
  for (const Player player : {Player::first, Player::second}) {
    if (Flood(cells, size, player).reaches_other_side()) return player;
  }
  return std::nullopt;
}

}  // namespace ludex::hex
