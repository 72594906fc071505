#pragma once

#include "games/crossword/board_layout.hpp"
#include "games/crossword/tile_set.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace ludex::crossword {

/// A play on the board: where it starts, and its tiles; kThrough where one lies already.
struct Play {
  std::size_t row = 0;
  std::size_t column = 0;
  bool down = false;
  std::vector<TileCode> tiles;
};

/// Why a play cannot be made, or is against the rules all the same.
enum class PlayFault : std::uint8_t {
  none,
  off_board,
  other_tile,  ///< another tile lies there
  no_tile,     ///< none lies where one is played through
  // Those below can be made:
  nothing_placed,
  apart,  ///< touches no tile, or the first one not the middle
};

/// A board of tiles that knows what plays are worth.
class ScoredBoard {
 public:
  explicit ScoredBoard(BoardSize size)
      : size_(size), cells_(static_cast<std::size_t>(size.area()), tile::kEmpty) {}

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] const std::vector<TileCode>& cells() const { return cells_; }

  struct Judgement {
    PlayFault fault = PlayFault::none;
    std::size_t at = 0;  ///< which tile of the play
  };
  /// Looks at a play, and turns letters written for tiles that lie there into kThrough.
  [[nodiscard]] Judgement judge(Play& play) const;

  /// What the play scores on this layout; none where a tile's value is not known. \pre judge()
  /// finds nothing that keeps it from being made, and it is not on the board yet.
  [[nodiscard]] std::optional<int> score_of(const Play& play, const BoardLayout& layout,
                                            const TileSet& set) const;

  /// Puts the play's own tiles on the board, or takes them off.
  void put(const Play& play);
  void take_back(const Play& play);

 private:
  [[nodiscard]] std::size_t point_of(const Play& play, std::size_t index) const {
    return play.down ? (play.row + index) * width() + play.column
                     : play.row * width() + play.column + index;
  }
  [[nodiscard]] std::size_t width() const { return static_cast<std::size_t>(size_.width); }
  [[nodiscard]] std::size_t height() const { return static_cast<std::size_t>(size_.height); }
  [[nodiscard]] bool touches(std::size_t point) const;

  BoardSize size_;
  std::vector<TileCode> cells_;
};

inline constexpr std::size_t kRackTiles = 7;
inline constexpr int kBingoBonus = 50;

}  // namespace ludex::crossword
