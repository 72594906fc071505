#pragma once

#include "ludex/core/game_type.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// What a player did to get from one position to the next. Not stored.
enum class MoveKind : std::uint8_t {
  stone,    ///< something was put on `point`
  pass,     ///< nothing, on purpose
  no_move,  ///< a move that changes nothing, as one off the board
};

/// A move in terms of the board, without its effects.
struct Move {
  MoveKind kind = MoveKind::stone;
  Player player = Player::first;
  std::uint16_t point = 0;  ///< row * width + column, from the top left; 0 unless `stone`
  friend bool operator==(const Move&, const Move&) = default;
};

/// What a point of the board holds in games of two colours.
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

/// What stands on the board after a ply, and what is known about the moment.
struct Position {
  GameType game = GameType::go;
  BoardSize size;
  std::vector<std::uint8_t> cells;  ///< size.area() codes, row by row from the top; see `cell`
  Player to_move = Player::first;
  std::array<std::uint32_t, 2> captures{};  ///< stones taken by the first and the second player
  std::uint32_t passes = 0;                 ///< in a row, just before this position
  std::uint32_t ply = 0;
  std::int32_t parent_ply = -1;   ///< the ply before it on its line; -1 for ply 0
  std::optional<Move> last_move;  ///< the move that made this ply; none where setup did
  std::optional<Move> next_move;  ///< the move that makes the next ply of the same line
  friend bool operator==(const Position&, const Position&) = default;
};

}  // namespace ludex
