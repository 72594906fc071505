#pragma once

#include "games/api/game_data.hpp"
#include "ludex/position.hpp"
#include "ludex/types.hpp"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// The move from one position to the next. Not stored.
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

/// A move in terms of the board, without its effects. Fields that its kind has no use for are 0.
struct Move {
  MoveKind kind = MoveKind::stone;
  Player player = Player::first;
  Point point = 0;
  Point from = 0;
  std::uint8_t piece = 0;  ///< what was dropped, in the game's own numbers
  bool promotes = false;
  std::optional<std::int32_t> score{};  ///< points that it brought in, in games that count them
  GameData detail{};                    ///< what only the game knows of it
  friend bool operator==(const Move&, const Move&) = default;
};

/// Equal moves have equal hashes. The score is left out. Not stored.
[[nodiscard]] std::size_t hash_of(const Move& move);

/// The points of a move on a board of `size`, its destination last; none for a move off the board.
[[nodiscard]] std::vector<BoardPoint> points_of(const Move& move, BoardSize size);

/// The contents of a point in games with two colors. Shogi has its own codes.
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

/// The board after a ply, and what is known about that moment.
struct Position {
  GameType game = kDefaultGame;
  BoardSize size;
  std::vector<std::uint8_t> cells;  ///< size.area() codes, row by row from the top; see `cell`
  GameData rest;                    ///< what only the game knows: hands, links, racks
  Player to_move = Player::first;
  std::array<std::uint32_t, 2> captures{};  ///< stones taken by the first and the second player
  std::uint32_t passes = 0;                 ///< in a row, just before this position; in crossword
                                            ///< games all turns without points
  std::uint32_t ply = 0;
  std::int32_t parent_ply = -1;   ///< the ply before it on its line; -1 for ply 0
  std::optional<Move> last_move;  ///< the move that made this ply; none where setup did
  std::optional<Move> next_move;  ///< the move that makes the next ply of the same line
  friend bool operator==(const Position&, const Position&) = default;
};

/// One step of the main line of a script: a move, or what was set up between two moves.
struct SequenceStep {
  enum class Kind : std::uint8_t { move, setup };
  Kind kind = Kind::move;
  std::uint8_t what = 0;    ///< the operation without point and player; a tile
  std::uint8_t player = 0;  ///< 1, 2; 0: none
  bool has_point = false;
  Point point = 0;  ///< or a word that no symmetry changes
  friend auto operator<=>(const SequenceStep&, const SequenceStep&) = default;
};

}  // namespace ludex
