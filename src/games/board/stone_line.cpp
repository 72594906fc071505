#include "games/board/stone_line.hpp"

#include "games/api/orientation.hpp"

#include <algorithm>

namespace ludex {

void LastingStones::swap(Player player) {
  const BoardSize size = line_.size();
  const auto& cells = line_.now();
  const auto is_stone = [](std::uint8_t code) { return code != cell::kEmpty; };
  const auto only = std::find_if(cells.begin(), cells.end(), is_stone);
  if (!size.is_square() || only == cells.end()) return;
  if (std::any_of(only + 1, cells.end(), is_stone)) return;
  const auto point = static_cast<Point>(only - cells.begin());
  line_.set(point, cell::kEmpty);
  line_.place(map_point(Orientation::diag, point, size), cell::of(player));
}

}  // namespace ludex
