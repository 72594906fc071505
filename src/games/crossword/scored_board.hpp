#pragma once

#include "games/crossword/tile_set.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::crossword {

/// The multiplier of a square.
struct Premium {
  std::uint8_t letter = 1;
  std::uint8_t word = 1;
};

/// The premium squares of a board.
struct BoardLayout {
  std::string_view name;  ///< as files write it: "CrosswordGame", "SuperCrosswordGame"
  BoardSize size;
  std::string_view squares;  ///< size.area() marks, row by row: see premium_of()
  [[nodiscard]] Premium at(Point point) const;
};

/// `'` and `"` and `^` double, triple, quadruple the letter, `-` `=` `~` the word; others do
/// nothing.
[[nodiscard]] Premium premium_of(char mark);

/// The board of a name: "CrosswordGame" and "standard15" of 15x15, "SuperCrosswordGame" and
/// "standard21" of 21x21, whatever their case; nullptr for a name not known here.
[[nodiscard]] const BoardLayout* find_layout(std::string_view name);
/// The usual board of a size: 15x15 or 21x21; nullptr for others.
[[nodiscard]] const BoardLayout* usual_layout(BoardSize size);
/// The board of a game that may name it; nullptr where it is not known here, or of another size.
/// Boards known here look the same with rows and columns exchanged.
[[nodiscard]] const BoardLayout* layout_of(const std::optional<std::string>& name, BoardSize size);

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

  /// The score of the play on this layout; none if the value of a tile is unknown. \pre judge()
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
