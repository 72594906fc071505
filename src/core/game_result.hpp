#pragma once

#include "core/words.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ludex {

/// Who won, by seat. `unknown`: nothing written or not understood; `asked`: "?" was written.
/// Stored: never renumber.
enum class Winner : std::uint8_t {
  unknown = 0,
  first = 1,
  second = 2,
  draw = 3,
  void_game = 4,
  asked = 5,
  third = 6,
  fourth = 7,
};

/// \param seat  1 to 4
[[nodiscard]] constexpr Winner winner_at_seat(std::size_t seat) {
  return seat <= 2 ? static_cast<Winner>(seat) : static_cast<Winner>(seat + 3);
}

/// How a game was won. Stored: never renumber.
enum class WinBy : std::uint8_t {
  unknown = 0,
  resign = 1,
  score = 2,
  time = 3,
  forfeit = 4,
  illegal = 5,
  declaration = 6,
  mate = 7,
  connection = 8,
  repetition = 9,
  impasse = 10,
  max_moves = 11,
};

/// Where a result was taken from. Stored: never renumber.
enum class ResultFrom : std::uint8_t {
  none = 0,
  written = 1,
  end_mark = 2,
  summary = 3,
  resignation = 4,
  replay = 5,
};

/// A result in words of the seats. `margin` in points, only with WinBy::score, never 0.
struct GameResult {
  Winner winner = Winner::unknown;
  WinBy by = WinBy::unknown;
  std::optional<double> margin;
  ResultFrom from = ResultFrom::none;
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// The normalised form of the `result` column: "B+R", "B+3.5", "B+T", "B+F", "B+", "Draw", "Void",
/// "?"; empty where unknown, and where a third or fourth player won (NULL in the views).
[[nodiscard]] std::string to_text(const GameResult& result);

inline constexpr Word kWinnerWordList[] = {
    {Winner::first, "B"}, {Winner::second, "W"}, {Winner::draw, "draw"}};
inline constexpr WordTable kWinnerWords(kWinnerWordList);

inline constexpr Word kWinByWordList[] = {{WinBy::resign, "resign"},
                                          {WinBy::score, "score"},
                                          {WinBy::time, "time"},
                                          {WinBy::forfeit, "forfeit"},
                                          {WinBy::illegal, "illegal"},
                                          {WinBy::declaration, "declaration"},
                                          {WinBy::mate, "mate"},
                                          {WinBy::connection, "connection"},
                                          {WinBy::repetition, "repetition"},
                                          {WinBy::impasse, "impasse"},
                                          {WinBy::max_moves, "max_moves"}};
inline constexpr WordTable kWinByWords(kWinByWordList);

inline constexpr Word kResultFromWordList[] = {{ResultFrom::written, "written"},
                                               {ResultFrom::end_mark, "end-mark"},
                                               {ResultFrom::summary, "summary"},
                                               {ResultFrom::resignation, "resignation"},
                                               {ResultFrom::replay, "replay"}};
inline constexpr WordTable kResultFromWords(kResultFromWordList);

}  // namespace ludex
