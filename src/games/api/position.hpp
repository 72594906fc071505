#pragma once

#include "core/game_type.hpp"
#include "core/shogi.hpp"
#include "formats/cgp/cgp.hpp"

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// What a player did to get from one position to the next. Not stored.
enum class MoveKind : std::uint8_t {
  stone,       ///< a stone, disc or peg was put on `point`
  pass,        ///< nothing, on purpose
  no_move,     ///< a move that changes nothing, as one off the board
  step,        ///< the piece on `from` went to `point`
  drop,        ///< `piece` came from the hand to `point`
  swap,        ///< the second player took over the first one's move
  play,        ///< tiles from `point` on (crossword)
  exchange,    ///< tiles, or a number of them, for others from the bag (crossword)
  withdraw,    ///< the play from `point` on was challenged and taken back (crossword)
  swap_sides,  ///< the players exchanged seats: nothing moves, and the same colour goes on
  links,       ///< links were taken away and added, and no peg was put down (Twixt)
};

/// Two pegs of one colour that are linked (Twixt); `first` is the smaller point.
struct Link {
  Point first = 0;
  Point second = 0;
  friend auto operator<=>(const Link&, const Link&) = default;
};

/// A link that a turn takes away or adds beside its peg (Twixt). Both ends the same: the peg itself
/// is taken up, to be put back (RU[Twixteus]).
struct LinkChange {
  Link link;
  bool is_removed = false;
  friend auto operator<=>(const LinkChange&, const LinkChange&) = default;
};

/// A move in terms of the board, without its effects. Fields that its kind has no use for are 0.
struct Move {
  MoveKind kind = MoveKind::stone;
  Player player = Player::first;
  Point point = 0;
  Point from = 0;
  std::uint8_t piece = 0;  ///< what was dropped, in the game's own numbers
  bool promotes = false;
  bool down = false;                    ///< a crossword play along the column
  std::string tiles{};                  ///< of it as CGP writes them: "W.RD", "AB"; "2" exchanged
  std::optional<std::int32_t> score{};  ///< that it brought in, where scores before and after tell
  std::vector<LinkChange> links{};      ///< that the turn changes, in its order; not those that the
                                        ///< peg gets by itself
  std::uint32_t links_before = 0;       ///< so many of them come before the peg
  friend bool operator==(const Move&, const Move&) = default;
};

/// What a point of the board holds in games of two colours. Shogi has codes of its own.
namespace cell {
inline constexpr std::uint8_t kEmpty = 0;
inline constexpr std::uint8_t kFirst = 1;   ///< the first player's: black
inline constexpr std::uint8_t kSecond = 2;  ///< white
/// The other colour; an empty point stays empty.
[[nodiscard]] constexpr std::uint8_t swapped(std::uint8_t code) {
  return code == kEmpty ? kEmpty : static_cast<std::uint8_t>(kFirst + kSecond - code);
}
[[nodiscard]] constexpr std::uint8_t of(Player player) { return static_cast<std::uint8_t>(player); }
}  // namespace cell

/// A rectangle of points, both corners included; columns and rows from 0, at the top left.
struct PointRect {
  int left = 0, top = 0, right = -1, bottom = -1;
  friend bool operator==(const PointRect&, const PointRect&) = default;
};

/// How many of each kind a player has in hand (shogi): pawn, lance, ..., rook.
using Hand = std::array<std::uint8_t, shogi::kHandKinds>;

/// What a position of a crossword game holds beside the board. `Position::cells` are tile codes.
struct CrosswordState {
  TileNames names;
  std::vector<std::vector<TileCode>> racks;  ///< player to move first; what is known of them
  std::vector<std::int32_t> scores;          ///< as many as racks
  CgpOpcodes opcodes;
  std::optional<CgpMove> last_move;  ///< lm as written
  std::uint32_t seat = 1;            ///< of the player to move
  friend bool operator==(const CrosswordState&, const CrosswordState&) = default;
};

/// What stands on the board after a ply, and what is known about the moment.
struct Position {
  GameType game = GameType::go;
  BoardSize size;
  std::vector<std::uint8_t> cells;  ///< size.area() codes, row by row from the top; see `cell`
  std::array<Hand, 2> hands{};      ///< of the first and the second player
  std::vector<Link> links;          ///< sorted
  Player to_move = Player::first;
  std::array<std::uint32_t, 2> captures{};  ///< stones taken by the first and the second player
  std::uint32_t passes = 0;                 ///< in a row, just before this position; in crossword
                                            ///< games all turns without points
  std::uint32_t ply = 0;
  std::int32_t parent_ply = -1;             ///< the ply before it on its line; -1 for ply 0
  std::optional<Move> last_move;            ///< the move that made this ply; none where setup did
  std::optional<Move> next_move;            ///< the move that makes the next ply of the same line
  std::optional<CrosswordState> crossword;  ///< there in crossword games
  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace ludex
