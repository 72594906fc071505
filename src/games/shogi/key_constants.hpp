#pragma once

#include "core/position_key.hpp"
#include "games/shogi/cells.hpp"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ludex::shogi {

/// Pieces of a kind that one hand can hold: 31 that a script puts there, and a board full.
inline constexpr std::size_t kMaxInHand = 127;

/// What keys are made of: the xor of one constant for each piece on the board, for each kind in
/// each hand, and for gote being to move (Zobrist, TR 88, 1970). Those of the board have 64 bits,
/// the others only the low 24: the high 40 bits of a key name the placement alone. Every bit of
/// the 24 tells hands as well as any other, so those that index blocks keep do.
/// Stored on disk through the keys: never changes within a kKeyVersion.
struct KeyConstants {
  std::array<std::array<std::uint64_t, kSquares>, kCellCodes> cells{};  ///< [code][point]
  std::array<std::array<std::array<std::uint64_t, kMaxInHand + 1>, kHandKinds>, 2>
      hands{};  ///< [seat - 1][kind][count]; 0 for none
  std::uint64_t gote_to_move = 0;
  std::uint64_t empty = 0;  ///< the key of the empty board, sente to move
};

inline constexpr int kHandBits = 24;
inline constexpr std::uint64_t kHandMask = (std::uint64_t{1} << kHandBits) - 1;

extern const KeyConstants kKeyConstants;

/// All keys of a placement, whatever is in hand and whoever is to move.
[[nodiscard]] constexpr KeyRange keys_of_placement(PositionKey key) {
  return {{key.bits & ~kHandMask}, {key.bits | kHandMask}};
}

}  // namespace ludex::shogi
