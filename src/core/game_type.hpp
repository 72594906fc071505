#pragma once

#include "core/words.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Which game is played. For SGF the value is the GM number; stored: never renumber.
/// Any other GM number n is a valid value too and is written "sgf:n" (0: a GM that is no number).
enum class GameType : std::int32_t {
  go = 1,
  othello = 2,
  gomoku = 4,
  hex = 11,
  twixt = 21,
  shogi = 1001,      // CSA; SGF's own GM[8] is "sgf:8"
  crossword = 1002,  // CGP, GCG
};

/// What is meant where nobody names a game.
inline constexpr GameType kDefaultGame = GameType::go;

/// The games with a word of their own; others are "sgf:N".
[[nodiscard]] const WordTable& game_words();
/// "go", "othello", ..., or "sgf:N".
[[nodiscard]] std::string game_name(GameType type);
[[nodiscard]] std::optional<GameType> find_game(std::string_view name);

/// Columns x rows. A Go board has at most 52 of each; others more.
struct BoardSize {
  std::int16_t width = 0;
  std::int16_t height = 0;
  [[nodiscard]] bool is_square() const { return width == height; }
  [[nodiscard]] int area() const { return int{width} * int{height}; }
  friend auto operator<=>(const BoardSize&, const BoardSize&) = default;
};

/// A point of a board: row * width + column, from the top left of the diagram.
using Point = std::uint32_t;

/// What a game is good for in statistics. Stored: never renumber.
enum class GameKind : std::uint8_t { game = 1, problem = 2, position = 3 };
inline constexpr Word kGameKindWordList[] = {
    {GameKind::game, "game"}, {GameKind::problem, "problem"}, {GameKind::position, "position"}};
inline constexpr WordTable kGameKindWords(kGameKindWordList);

/// Seat 1 (Black, sente) and seat 2 (White, gote); in crossword games the order of the players.
enum class Player : std::uint8_t { first = 1, second = 2 };

[[nodiscard]] constexpr Player opponent(Player player) {
  return player == Player::first ? Player::second : Player::first;
}

}  // namespace ludex
