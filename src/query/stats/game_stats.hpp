#pragma once

#include "query/filter/filters.hpp"
#include "query/rows/game_rows.hpp"
#include "store/database.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What games are told apart by in statistics.
enum class StatsKey : std::uint8_t {
  player,    ///< a game counts for all who play it
  opponent,  ///< of the player
  pair,      ///< two who play each other, whoever sits where: columns player and opponent
  event,
  place,
  year,    ///< `1996`; `1996..1997` where the days of a game lie in both
  month,   ///< `1996-05`; `1996`, `1996-05..1996-06` where no month is known
  result,  ///< as the column of the view `games`
  win_by,
  length,  ///< moves, in steps: `200..249`
  handicap,
  komi,
  size,
  rules,
  opening,  ///< first moves, up to symmetry
  game,
  source,
};

/// All of them by the words of the command line, "player", ..., in the order above.
[[nodiscard]] std::span<const std::string_view> stats_key_names();
/// \throws UsageError for another word.
[[nodiscard]] StatsKey parse_stats_key(std::string_view name);

struct StatsQuestion {
  std::vector<StatsKey> by;  ///< at least one, each once
  std::int64_t opening_moves = 4;
  std::int64_t length_step = 50;
  std::vector<SortKey> sort;  ///< columns of the answer; none: see count_games()
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
};

struct StatsTable {
  struct Column {
    std::string name;
    bool is_number = false;
    bool is_count = false;  ///< of games: people read it in groups of digits
  };
  std::vector<Column> columns;
  std::size_t keys = 0;  ///< how many of the columns are keys
  std::vector<std::vector<Value>> rows;
  std::int64_t undated = 0;  ///< as FoundGames::undated
  std::int64_t silent = 0;   ///< as FoundGames::silent
  std::int64_t copies = 0;   ///< games left out by `unique`
};

/// Counts the games that filters mean, a row for each value of the keys; NULL is unknown.
///
/// Columns: the keys, games, results, rates, mean_moves. Where a key or a filter names players,
/// results are wins, losses and draws of that player, else those of Black: black, white, draws.
/// The rate is (wins + draws / 2) / (wins + losses + draws), between its 95 % limits by Wilson
/// (1927); games with another result or none count in `games` alone. A game whose two players
/// belong to one row is one game there, won and lost. All seats of a game count, three and four
/// too; where a row names player and opponent, a game that a third one won is in `games` alone.
/// With GameFilters::game crossword also mean_score and mean_opponent_score (the mean of several
/// opponents) of the player, or of the first seat and the second, as far as games tell them, and
/// mean_spread, their difference in games that tell both.
///
/// Sorted by the first key where that is a number or a date, else by games, the most first; then
/// by the keys, NULL last: the same rows always come in the same order.
/// Cost: the columns of facts asked for, some 100 ns a game; scores 1 us more; openings replay
/// games, each beginning once. Memory: some 100 bytes a row. \throws UsageError as find_games(),
/// and for a sort column that is not there.
[[nodiscard]] StatsTable count_games(Database& database, const GameFilters& filters,
                                     const StatsQuestion& question);

/// The limits between which a share lies with 95 % confidence.
struct ShareLimits {
  double low = 0;
  double high = 1;
};
/// Wilson's score interval: `successes` of `trials`, which may be halves. \pre trials > 0
[[nodiscard]] ShareLimits wilson_limits(double successes, double trials);

}  // namespace ludex
