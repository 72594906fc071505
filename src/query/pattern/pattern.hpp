#pragma once

#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "games/api/tiles.hpp"
#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What a cell may hold, a bit for each kind of content: see ContentKinds.
using ContentSet = std::uint64_t;
inline constexpr ContentSet kAllContents = ~ContentSet{0};

/// The contents of cells that a pattern distinguishes, at most 64. In most games a cell's code is
/// its kind. In crossword games the tiles that the pattern names have kinds of their own, and all
/// others share two: a tile, and a blank that stands for one.
class ContentKinds {
 public:
  static constexpr std::uint8_t kOtherTile = 62;
  static constexpr std::uint8_t kOtherBlank = 63;

  /// \param has_tiles  crossword
  explicit ContentKinds(bool has_tiles);

  /// The kind of a cell's code; a new code gets a new kind. None: no kinds are left.
  [[nodiscard]] std::optional<std::uint8_t> kind_of(std::uint8_t code);
  [[nodiscard]] bool has_tiles() const { return has_tiles_; }
  /// Kinds by code.
  [[nodiscard]] const std::array<std::uint8_t, 256>& kinds() const { return kinds_; }

 private:
  bool has_tiles_;
  std::uint8_t used_ = 1;
  std::array<std::uint8_t, 256> kinds_{};
};

/// A cell of a pattern.
struct PatternCell {
  ContentSet allowed = kAllContents;
  std::uint16_t number = 0;  ///< of the move that is played there, from 1; 0: none
  std::uint8_t player = 0;   ///< who plays it, 1 or 2; 0: either
  friend bool operator==(const PatternCell&, const PatternCell&) = default;
};

/// Where a pattern may lie, before the symmetries of the board apply.
struct PatternAnchor {
  bool left = false, right = false, top = false, bottom = false;  ///< lies on these sides
  std::string point{};  ///< its top left is this point, in the game's notation; empty: none
};

/// A link that must be there.
struct PatternLink {
  int x1 = 0, y1 = 0, x2 = 0, y2 = 0;  ///< holes of the pattern, from 0
  friend bool operator==(const PatternLink&, const PatternLink&) = default;
};
/// A part of a board to search for.
struct Pattern {
  GameType game = kDefaultGame;
  int width = 0;
  int height = 0;
  std::vector<PatternCell> cells;  ///< row by row
  std::uint16_t moves = 0;         ///< numbered ones
  PatternAnchor anchor;
  std::vector<PatternLink> links;
  /// Minimum pieces in hand, in the order of the cells after the board; empty: any.
  std::vector<std::uint8_t> hands;
  ContentKinds kinds{false};
  /// Crossword: the text of the tiles with codes from 128 on that the pattern names.
  TileNames tile_names;
  OrientationMode orientation = OrientationMode::any;
  bool swap_colors = false;

  /// As drawn.
  [[nodiscard]] BoardSize size() const {
    return {static_cast<std::int16_t>(width), static_cast<std::int16_t>(height)};
  }
  [[nodiscard]] const PatternCell& at(int x, int y) const {
    return cells[static_cast<std::size_t>(y * width + x)];
  }
};

/// When a pattern counts as found.
struct PatternMoment {
  std::optional<Player> mover;  ///< the player to move there, in the colors of the pattern
  std::uint32_t from_ply = 0;
  std::uint32_t to_ply = 0xFFFFFFFF;
  bool final = false;  ///< the last position of the line
};

}  // namespace ludex
