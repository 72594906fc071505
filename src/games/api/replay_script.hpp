#pragma once

#include "ludex/position.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {

/// A game's moves, packed: 16-bit operations from which every position of every line comes back
/// without the text. Stored in the database (table move_block): a new meaning of a bit pattern
/// needs a new script version.
///
/// An operation is `kind << 13 | argument`:
///   kind 0, 1  move of the first / second player: argument = point (row * width + column)
///   kind 2     see Mark (passes, null moves, ends of nodes, branches, ...)
///   kind 3     put a first player's stone on a point, without capturing (setup)
///   kind 4     put a second player's stone
///   kind 5     clear a point
///   kind 6     a change of a link (Twixt): argument = upper hole * 8 + direction * 2 + (1:
///   removed) kind 7     free for games that need more
/// A `move`, a pass, a swap and a null move each end a ply (a position is born) unless
/// Mark::quiet stands before it. Setup changes become a position at the move of their node,
/// or at Mark::position. An empty script, and one whose first operation ends a ply or is a
/// branch, has an implied empty position as ply 0. PL after a position, before any change, belongs
/// to it.
namespace script {
enum Kind : std::uint16_t {
  first_move = 0,
  second_move = 1,
  mark = 2,
  add_first = 3,
  add_second = 4,
  clear = 5,
  link = 6
};
enum Mark : std::uint16_t {
  position = 0,  // the setup since the last position is a position of its own
  first_pass = 1,
  second_pass = 2,
  first_null = 3,  // a move that changes nothing (off the board); still a ply
  second_null = 4,
  quiet = 5,          // the next move does not end a ply: it stands in the root, or another move
                      // of the same node follows
  first_to_play = 6,  // PL
  second_to_play = 7,
  branch = 8,  // the two operations after it: ply (low 16 bits, high 16 bits) to go back to
  far = 9,     // the word after it: the bits above the 13 of the point in the operation after that
  first_swap = 10,  // that player takes over the only stone, at the mirrored point; ends a ply
  second_swap = 11,
  variant = 12,  // the word after it: which rules (twixt::LinkRule); stands first if at all
  counts = 13,   // five words after it: stones taken by the first player and by the second (low 16
                 // bits, high 16 bits each), passes in a row; after the setup of a position
};
constexpr std::uint16_t op(Kind kind, std::uint16_t argument) {
  return static_cast<std::uint16_t>(kind << 13 | argument);
}
constexpr Kind kind_of(std::uint16_t operation) { return static_cast<Kind>(operation >> 13); }
constexpr std::uint16_t argument_of(std::uint16_t operation) { return operation & 0x1FFF; }
inline constexpr std::uint16_t kMostPoints = 0x2000;  ///< that operations can address without `far`
inline constexpr int kScriptVersion = 1;
}  // namespace script

/// How the second player took over the first move (Hex, Twixt). Stored: never renumber.
enum class SwapKind : std::uint8_t {
  none = 0,
  pieces = 1,     ///< the stone went to the mirrored point and changed its colour
  sides = 2,      ///< the players changed seats, the board stayed
  ambiguous = 3,  ///< taken as `pieces`, but no move followed to decide it
};

/// "none", "pieces", "sides", "ambiguous".
[[nodiscard]] std::string_view swap_name(SwapKind kind);

/// A bookmarked node, N[bookmark 3] (Twixt page).
struct Bookmark {
  std::uint32_t number = 0;
  std::uint32_t ply = 0;
  friend bool operator==(const Bookmark&, const Bookmark&) = default;
};

/// The result on the board at the end of a game; none if nobody has won.
[[nodiscard]] std::optional<GameResult> shown_result(std::optional<Player> winner, WinBy by);

inline constexpr std::uint32_t kNoPly = 0xFFFFFFFF;

/// The result of replaying the nodes of a game. Reused from game to game.
struct ReplayScript {
  std::vector<std::uint16_t> ops;
  std::vector<std::uint8_t> captures;  ///< Go: which chains moves took (games/api/captures.hpp)
  bool knows_captures = false;
  std::uint32_t main_positions = 0;   ///< plies 0 .. main_positions-1 are the main line
  std::uint32_t total_positions = 0;  ///< with all variations
  std::uint32_t moves = 0;            ///< on the main line, as played, passes included
  std::uint32_t branches = 0;         ///< lines other than the main line
  std::int32_t first_illegal_ply = -1;
  std::optional<SwapKind> swap;      ///< of the main line; none: the game knows no swap
  std::optional<GameResult> result;  ///< the result at the end of the main line, by seats
  std::vector<Bookmark> bookmarks;   ///< main line first, then in file order
  /// The ply that each node of SGF that was replayed leads to, or each of CsaGame::moves (kNoPly:
  /// it was not played); only where asked for.
  std::vector<std::uint32_t> node_plies;
  bool wants_node_plies = false;  ///< set by who asks; stays
  std::vector<Problem> problems;
  std::uint64_t problems_left_out = 0;  ///< counted only: a record may break every rule all along

  void clear() {
    ops.clear();
    captures.clear();
    knows_captures = false;
    bookmarks.clear();
    node_plies.clear();
    problems.clear();
    problems_left_out = 0;
    main_positions = total_positions = moves = branches = 0;
    first_illegal_ply = -1;
    swap.reset();
    result.reset();
  }
};

}  // namespace ludex
