#pragma once

#include "games/api/orientation.hpp"
#include "games/board/board_base.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

namespace ludex::hex {

inline constexpr int kMaxSide = 64;  // the largest that programs know is 63

/// Those that keep colours: Black's goal stays top and bottom, White's left and right.
inline constexpr std::array kSymmetries = {Orientation::identity, Orientation::rot180};
/// Those that exchange the two goals.
inline constexpr std::array kRoleSwaps = {Orientation::diag, Orientation::anti};

class Board : public StoneBoard<kSymmetries.size()> {
 public:
  static constexpr BoardFeatures kFeatures{.swaps_pieces = true, .keeps_stones = true};

  /// Empties the board. \pre each side in [1, kMaxSide]
  void reset(BoardSize size) { StoneBoard::reset(GameType::hex, size, kSymmetries); }

  /// True if exactly one stone is on a square board.
  [[nodiscard]] bool can_swap_pieces() const;
  /// The stone goes to the transposed point and becomes `player`'s. Nothing if there is not just
  /// one. Cost: a look at every point.
  void swap_pieces(Player player);

 private:
  [[nodiscard]] std::optional<Point> find_only_stone() const;
};

/// Whose stones connect their two sides: the first player's top and bottom, the second one's left
/// and right; none if neither connects. Cost: at most twice the points of the board.
/// \param cells  row by row from the top, see `cell`. \pre each side in [1, kMaxSide]
[[nodiscard]] std::optional<Player> find_winner(std::span<const std::uint8_t> cells,
                                                BoardSize size);

}  // namespace ludex::hex
