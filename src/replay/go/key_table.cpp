#include "replay/go/key_table.hpp"

#include "ludex/replay/orientation.hpp"

#include <algorithm>
#include <cassert>

namespace ludex::go {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;  // the step of splitmix64

std::uint64_t size_salt(BoardSize size) {
  const auto game = static_cast<std::uint64_t>(GameType::go);
  const auto width = static_cast<std::uint64_t>(size.width);
  const auto height = static_cast<std::uint64_t>(size.height);
  return KeyTable::mix(kGolden * (game << 32 | width << 16 | height));
}

}  // namespace

std::uint64_t stone_constant(int x, int y, std::uint8_t colour) {
  const auto n = static_cast<std::uint64_t>((y * 64 + x) * 2 + colour);
  return KeyTable::mix(kGolden * n);
}

KeyTable::KeyTable(BoardSize size)
    : size_(size), salt_(size_salt(size)), rows_(static_cast<std::size_t>(size.area()) * 2) {
  assert(size.width >= 1 && size.width <= kMaxSide && size.height >= 1 && size.height <= kMaxSide);
  const auto orientations = orientations_of(size);
  for (int point = 0; point < size.area(); ++point) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const int image = map_point(orientations[lane % orientations.size()],
                                  static_cast<std::uint16_t>(point), size);
      for (std::uint8_t colour = 1; colour <= 2; ++colour) {
        rows_[static_cast<std::size_t>(point) * 2 + colour - 1].lanes[lane] =
            stone_constant(image % size.width, image / size.width, colour);
      }
    }
  }
}

std::shared_ptr<const KeyTable> key_table(BoardSize size) {
  thread_local std::array<std::shared_ptr<const KeyTable>, 8> recent;  // last used first
  auto found = std::find_if(recent.begin(), recent.end(),
                            [&](const auto& table) { return !table || table->size() == size; });
  if (found == recent.end()) --found;
  if (!*found || (*found)->size() != size) *found = std::make_shared<const KeyTable>(size);
  std::rotate(recent.begin(), found, found + 1);
  return recent.front();
}

}  // namespace ludex::go
