#pragma once

#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The symmetries of a rectangle as seen on the diagram, in the order in which matches are tried.
/// Beside each: where the point (x, y) of a w x h board goes.
enum class Orientation : std::uint8_t {
  identity,  ///< x, y
  rot90,     ///< h-1-y, x: a quarter turn clockwise
  rot180,    ///< w-1-x, h-1-y
  rot270,    ///< y, w-1-x
  mirror_h,  ///< w-1-x, y: left and right are exchanged
  mirror_v,  ///< x, h-1-y: top and bottom are exchanged
  diag,      ///< y, x
  anti,      ///< h-1-y, w-1-x
};

/// "identity", "rot90", ..., "mirror-h", ...
[[nodiscard]] std::string_view orientation_name(Orientation orientation);

/// Which symmetries a hit may use. `mirror` adds the left-right mirror in games whose rules do not
/// have it (shogi); in other games it equals `any`.
enum class OrientationMode : std::uint8_t { any, exact, mirror };

/// A point of a board, from the top left of its diagram.
struct BoardPoint {
  int column = 0;
  int row = 0;
  friend bool operator==(const BoardPoint&, const BoardPoint&) = default;
};

/// A position of a query, as text.
struct BoardPosition {
  GameType type = kDefaultGame;
  BoardSize size;
  std::string to_move;                  ///< "Black", "Gote", "player 2"
  std::string cgp;                      ///< the whole line, with opcodes
  std::string sfen;                     ///< of shogi only
  std::optional<std::string> unseen;    ///< as GamePosition::unseen
  std::vector<std::string> points;      ///< names of the points as in moves, in reading order
  std::string last_move;                ///< the move made by play(), in the game's own notation
  std::vector<BoardPoint> last_points;  ///< its points, the destination last
  std::vector<std::string> notes;       ///< as GameSet::notes
};

/// A position of a stored game, as text.
struct GamePosition {
  GameId game = GameId::none;
  std::uint32_t ply = 0;
  std::uint32_t last_ply = 0;  ///< of the main line; a higher ply is on a variation
  GameType type = kDefaultGame;
  BoardSize size;
  std::string to_move;                                ///< "Black", "Gote", "player 3"
  std::optional<std::array<std::uint32_t, 2>> taken;  ///< stones captured by Black and White (Go)
  std::string cgp;
  std::string sfen;  ///< of shogi only
  /// Tiles that are neither on the board nor on a known rack: "AAAA BB [CH]". None in games without
  /// tiles or with an unknown tile set.
  std::optional<std::string> unseen;
};

/// Positions of a game: plies `first` to `last`, both included; or the last one of the main line.
struct PlyRange {
  std::uint32_t first = 0;
  std::uint32_t last = std::numeric_limits<std::uint32_t>::max();
  bool only_last = false;
};

/// `all`, `last`, `7`, `0..30`, `100..`, `..30`. \throws UsageError
[[nodiscard]] PlyRange parse_plies(std::string_view text);

/// A node that SGF names "bookmark N".
struct NamedPly {
  std::uint32_t number = 0;
  std::uint32_t ply = 0;
};

/// The 3 of "bookmark 3", in upper or lower case; none for other names.
[[nodiscard]] std::optional<std::uint32_t> read_bookmark(std::string_view name);

struct Query;

struct DrawingOptions {
  bool ascii = false;
  bool whole = false;  ///< the whole board, even if the record shows a part (VW)
  bool marks = true;   ///< the record's markup: triangles, labels, territory
  /// The first pattern of this query is marked as a region where it stands; outlives the call.
  const Query* pattern = nullptr;
};

/// A diagram for a terminal, and what its marks mean.
struct Drawing {
  struct Symbol {
    std::string symbol;   ///< "△"
    std::string ident;    ///< "TR"; empty: a label too long for its point
    std::string meaning;  ///< "triangle"
  };
  /// Marks of one ident that do not fully fit on the board.
  struct Listed {
    struct Mark {
      std::string place;  ///< "D4", "D4-F6"; may be empty
      std::string text;   ///< as written
    };
    std::string ident;
    std::vector<Mark> marks;   ///< the first of them
    std::size_t left_out = 0;  ///< how many more there are
  };
  std::string board;  ///< lines ended by "\n"
  std::vector<Symbol> symbols;
  std::vector<Listed> listed;
  bool is_part = false;      ///< the record shows only a part of the board
  bool has_pattern = false;  ///< DrawingOptions::pattern occurs in the position
};

/// Draws a position without a database. \param position  as in Query::positions, but not `@ID:PLY`
/// \throws UsageError if it is malformed.
[[nodiscard]] std::string draw_position(std::string_view position, bool ascii = false);

}  // namespace ludex
