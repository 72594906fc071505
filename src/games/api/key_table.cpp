#include "games/api/key_table.hpp"

#include "core/per_thread.hpp"

#include <algorithm>
#include <cassert>

namespace ludex {

std::uint64_t stone_constant(int x, int y, std::uint8_t colour, int stride) {
  const auto n = static_cast<std::uint64_t>((y * stride + x) * 2 + colour);
  return KeyTable::random(n);
}

KeyTable::KeyTable(GameType game, BoardSize size, std::span<const Orientation> symmetries)
    : game_(game),
      size_(size),
      salt_(salt_of(game, size)),
      rows_(static_cast<std::size_t>(size.area()) * 2) {
  assert(!symmetries.empty() && symmetries.size() <= 8);
  const int stride = std::max(size.width, size.height) <= 64 ? 64 : 1024;
  for (int point = 0; point < size.area(); ++point) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const auto image = static_cast<int>(
          map_point(symmetries[lane % symmetries.size()], static_cast<Point>(point), size));
      for (std::uint8_t colour = 1; colour <= 2; ++colour) {
        rows_[static_cast<std::size_t>(point) * 2 + colour - 1].lanes[lane] =
            stone_constant(image % size.width, image / size.width, colour, stride);
      }
    }
  }
}

std::shared_ptr<const KeyTable> key_table(GameType game, BoardSize size,
                                          std::span<const Orientation> symmetries) {
  using Tables = std::array<std::shared_ptr<const KeyTable>, 8>;  // last used first
  auto& recent = per_thread<Tables, KeyTable>();
  const auto fits = [&](const auto& table) {
    return table && table->game() == game && table->size() == size;
  };
  auto found = std::find_if(recent.begin(), recent.end(),
                            [&](const auto& table) { return !table || fits(table); });
  if (found == recent.end()) --found;
  if (!fits(*found)) *found = std::make_shared<const KeyTable>(game, size, symmetries);
  std::rotate(recent.begin(), found, found + 1);
  return recent.front();
}

}  // namespace ludex
