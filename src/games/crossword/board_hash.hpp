#pragma once

#include "core/position_key.hpp"
#include "games/api/tiles.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <span>

namespace ludex::crossword {

/// The hash of a crossword board, kept up to date tile by tile. A key has in its high 40 bits the
/// board with every blank as the letter it stands for, in the low 24 the board as it is; both
/// alike for a square board and its transposed image. Tiles count by what is written on them, so
/// codes of different games agree. Among 10^9 boards expect some 10^6 pairs (n^2 / 2^40) that share
/// the high bits; a hit is verified by replay.
/// Stored on disk through the keys: never changes within a kKeyVersion.
class BoardHash {
 public:
  BoardHash(BoardSize size, const TileNames& names);

  /// Puts a tile, or takes it away. \param point  row * width + column
  void toggle(std::uint32_t point, TileCode code);
  /// All tiles of a board. \param cells  size.area() codes
  void toggle_all(std::span<const TileCode> cells);
  [[nodiscard]] PositionKey key() const;

 private:
  void toggle(std::uint64_t x, std::uint64_t y, TileCode code);

  BoardSize size_;
  std::array<std::uint64_t, 256> letters_{};  // hash of what is written on a tile, by code
  std::uint64_t folded_ = 0, folded_turned_ = 0;
  std::uint64_t full_ = 0, full_turned_ = 0;
};

/// The key of a whole board. \pre cells.size() == size.area()
[[nodiscard]] PositionKey board_key(BoardSize size, const TileNames& names,
                                    std::span<const TileCode> cells);

/// All keys of boards that differ from that of `key` in which tiles are blanks only.
[[nodiscard]] KeyRange any_blanks(PositionKey key);

}  // namespace ludex::crossword
