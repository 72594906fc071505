#pragma once

#include "core/ascii.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex::shogi {

inline constexpr int kSide = 9;  ///< squares of a file or a rank

/// A kind of piece; promoted ones are 8 above what they were. Stored in packed moves: never
/// renumber.
enum class Piece : std::uint8_t {
  none = 0,
  pawn = 1,
  lance = 2,
  knight = 3,
  silver = 4,
  gold = 5,
  bishop = 6,
  rook = 7,
  king = 8,
  promoted_pawn = 9,
  promoted_lance = 10,
  promoted_knight = 11,
  promoted_silver = 12,
  horse = 14,
  dragon = 15,
};

/// Kinds that can be in hand, as an index: pawn 0 ... rook 6.
inline constexpr std::size_t kHandKinds = 7;

[[nodiscard]] constexpr bool is_promoted(Piece piece) {
  return static_cast<int>(piece) > static_cast<int>(Piece::king);
}
[[nodiscard]] constexpr bool can_promote(Piece piece) {
  return piece != Piece::none && piece != Piece::gold && static_cast<int>(piece) < 8;
}
/// \pre can_promote(piece)
[[nodiscard]] constexpr Piece promoted(Piece piece) {
  return static_cast<Piece>(static_cast<int>(piece) + 8);
}
[[nodiscard]] constexpr Piece unpromoted(Piece piece) {
  return is_promoted(piece) ? static_cast<Piece>(static_cast<int>(piece) - 8) : piece;
}

inline constexpr std::array<std::string_view, 16> kCsaNames = {
    "", "FU", "KY", "KE", "GI", "KI", "KA", "HI", "OU", "TO", "NY", "NK", "NG", "", "UM", "RY"};
/// The piece of every pair of capital letters.
inline constexpr auto kCsaPieces = [] {
  std::array<Piece, 26 * 26> pieces{};
  for (std::size_t i = 1; i < kCsaNames.size(); ++i) {
    if (kCsaNames[i].empty()) continue;
    const int pair = (kCsaNames[i][0] - 'A') * 26 + kCsaNames[i][1] - 'A';
    pieces[static_cast<std::size_t>(pair)] = static_cast<Piece>(i);
  }
  return pieces;
}();

/// The two letters of CSA: "FU" for the pawn, "TO" for the promoted one; "" for none.
[[nodiscard]] constexpr std::string_view csa_name(Piece piece) {
  return kCsaNames[static_cast<std::size_t>(piece)];
}
[[nodiscard]] constexpr std::optional<Piece> find_csa_piece(std::string_view name) {
  if (name.size() != 2 || !is_upper(name[0]) || !is_upper(name[1])) return std::nullopt;
  const Piece piece = kCsaPieces[static_cast<std::size_t>((name[0] - 'A') * 26 + name[1] - 'A')];
  return piece == Piece::none ? std::nullopt : std::optional(piece);
}

/// A square by file (9 leftmost on the diagram, from sente's side) and rank (1 topmost), both 1-9.
struct Square {
  std::uint8_t file = 0;
  std::uint8_t rank = 0;
  friend bool operator==(const Square&, const Square&) = default;
};

}  // namespace ludex::shogi
