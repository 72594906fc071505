#pragma once

#include "ludex/words.hpp"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Row ids in a database: ascending in commit order, never reused. 0 means "none".
enum class SourceId : std::int64_t { none = 0 };
enum class RecordId : std::int64_t { none = 0 };
enum class GameId : std::int64_t { none = 0 };

template <class Id>
[[nodiscard]] constexpr std::int64_t raw(Id id) {
  return static_cast<std::int64_t>(id);
}

/// Where a record was found: `path!member:offset`. Offset and length count bytes of the
/// decompressed member (of the file if it is not an archive).
struct Origin {
  std::string source;
  std::string member;  ///< empty for a plain or compressed file; "a.tar!b.sgf" two deep
  std::uint64_t offset_bytes = 0;
  std::uint64_t length_bytes = 0;
};

[[nodiscard]] std::string to_text(const Origin& origin);

/// The game. For SGF the value is the GM number. Stored: never renumber. Any other GM number n is a
/// valid value too and is written "sgf:n" (0: a GM that is not a number).
enum class GameType : std::int32_t {
  go = 1,
  othello = 2,
  gomoku = 4,
  hex = 11,
  twixt = 21,
  shogi = 1001,      // CSA; SGF's own GM[8] is "sgf:8"
  crossword = 1002,  // CGP, GCG
};

/// The game if none is named.
inline constexpr GameType kDefaultGame = GameType::go;

/// The games that have a name; others are "sgf:N".
[[nodiscard]] const WordTable& game_words();
/// "go", "othello", ..., or "sgf:N".
[[nodiscard]] std::string game_name(GameType type);
[[nodiscard]] std::optional<GameType> find_game(std::string_view name);

/// Columns x rows. A Go board has at most 52 of each; other boards can be larger.
struct BoardSize {
  std::int16_t width = 0;
  std::int16_t height = 0;
  [[nodiscard]] bool is_square() const { return width == height; }
  [[nodiscard]] int area() const { return int{width} * int{height}; }
  friend auto operator<=>(const BoardSize&, const BoardSize&) = default;
};

/// A point of a board: row * width + column, from the top left of the diagram.
using Point = std::uint32_t;

/// The kind of a game, for statistics. Stored: never renumber.
enum class GameKind : std::uint8_t { game = 1, problem = 2, position = 3 };
inline constexpr Word kGameKindWordList[] = {
    {GameKind::game, "game"}, {GameKind::problem, "problem"}, {GameKind::position, "position"}};
inline constexpr WordTable kGameKindWords(kGameKindWordList);

/// Seat 1 (Black, sente) and seat 2 (White, gote); in crossword games the order of the players.
enum class Player : std::uint8_t { first = 1, second = 2 };

[[nodiscard]] constexpr Player opponent(Player player) {
  return player == Player::first ? Player::second : Player::first;
}

/// A day as yyyymmdd in one integer (20031124); year 1 to 9999. 0 means unknown.
using Day = std::int32_t;

[[nodiscard]] constexpr Day make_day(int year, int month, int day) {
  return year * 10000 + month * 100 + day;
}
[[nodiscard]] constexpr int year_of(Day day) { return day / 10000; }
[[nodiscard]] constexpr int month_of(Day day) { return day / 100 % 100; }
[[nodiscard]] constexpr int day_of(Day day) { return day % 100; }
[[nodiscard]] int days_in_month(int year, int month);
/// "YYYY-MM-DD".
[[nodiscard]] std::string to_iso(Day day);

/// How exactly a date is known. Stored: never renumber.
enum class DatePrecision : std::uint8_t {
  none = 0,
  day = 1,
  month = 2,
  year = 3,
  range = 4,
  since = 5,
};
inline constexpr Word kDatePrecisionWordList[] = {{DatePrecision::day, "day"},
                                                  {DatePrecision::month, "month"},
                                                  {DatePrecision::year, "year"},
                                                  {DatePrecision::range, "range"},
                                                  {DatePrecision::since, "since"}};
inline constexpr WordTable kDatePrecisionWords(kDatePrecisionWordList);

/// The days on which a game may have been played; both ends included. A missing day gives a range
/// of days; no day is invented. `range`: a list or span of several days, months or years. `since`:
/// only the first day is known, and `to` is 0.
struct DateRange {
  Day from = 0;
  Day to = 0;
  DatePrecision precision = DatePrecision::none;
  [[nodiscard]] bool known() const { return from != 0; }
  friend bool operator==(const DateRange&, const DateRange&) = default;
};

/// Who won, by seat. `unknown`: not recorded or not understood; `asked`: the record says "?".
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

/// A result by seats. `margin` in points, only with WinBy::score, never 0.
struct GameResult {
  Winner winner = Winner::unknown;
  WinBy by = WinBy::unknown;
  std::optional<double> margin;
  ResultFrom from = ResultFrom::none;
  friend bool operator==(const GameResult&, const GameResult&) = default;
};

/// The normalized form of the `result` column: "B+R", "B+3.5", "B+T", "B+F", "B+", "Draw", "Void",
/// "?"; empty (NULL in the views) if unknown or if a third or fourth player won.
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
