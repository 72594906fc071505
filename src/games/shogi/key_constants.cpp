#include "games/shogi/key_constants.hpp"

#include "games/api/key_table.hpp"

namespace ludex::shogi {
namespace {

constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;  // the step of splitmix64

/// The n-th output of splitmix64 seeded with 0; `n` says what the constant stands for.
constexpr std::uint64_t constant(std::uint64_t what, std::uint64_t which) {
  return KeyTable::mix(kGolden *
                       (static_cast<std::uint64_t>(GameType::shogi) << 32 | what << 24 | which));
}

constexpr KeyConstants make_constants() {
  constexpr std::uint64_t kPiece = 1, kHand = 2, kToMove = 3, kEmpty = 4;
  KeyConstants made;
  for (std::size_t code = 1; code < kCellCodes; ++code) {
    for (std::size_t point = 0; point < kSquares; ++point) {
      made.cells[code][point] = constant(kPiece, code << 8 | point);
    }
  }
  made.cells[kGote] = {};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (std::size_t kind = 0; kind < kHandKinds; ++kind) {
      for (std::size_t count = 1; count <= kMaxInHand; ++count) {
        made.hands[seat][kind][count] = constant(kHand, seat << 16 | kind << 8 | count) & kHandMask;
      }
    }
  }
  made.gote_to_move = constant(kToMove, 0) & kHandMask;
  made.empty = constant(kEmpty, 0);
  return made;
}

}  // namespace

constinit const KeyConstants kKeyConstants = make_constants();

}  // namespace ludex::shogi
