#pragma once

#include "ludex/game.hpp"

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

/// All of them by their names, "player", ..., in the order above.
[[nodiscard]] std::span<const std::string_view> stats_key_names();
/// \throws UsageError for another word.
[[nodiscard]] StatsKey parse_stats_key(std::string_view name);

struct StatsQuestion {
  std::vector<StatsKey> by{};  ///< at least one, each once
  std::int64_t opening_moves = 4;
  std::int64_t length_step = 50;
  std::vector<SortKey> sort{};  ///< columns of the answer; none: see Engine::stats()
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
};

struct StatsTable : LeftOut {
  struct Column {
    std::string name;
    bool is_number = false;
    bool is_count = false;  ///< of games: people read it in groups of digits
  };
  std::vector<Column> columns;
  std::size_t keys = 0;  ///< how many of the columns are keys
  std::vector<std::vector<Value>> rows;
  std::vector<std::string> notes;  ///< as GameSet::notes
};

/// What the rows of a rating list are.
enum class RatingRows : std::uint8_t {
  players,     ///< a player's last rating
  years,       ///< a player's rating in each year with games
  advantages,  ///< what the first seat is worth, by handicap and komi
};

struct RatingQuestion {
  RatingRows rows = RatingRows::players;
  /// Elo by which a rating changes in a year (standard deviation); 0: it does not. Coulom (2008)
  /// found 14 Elo^2 a day for the players of a Go server, which is 71 a year.
  double drift = 70;
  std::int64_t min_games = 1;      ///< only players with so many; all are rated
  std::vector<SortKey> sort = {};  ///< columns of the answer; none: see Engine::ratings()
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
};

/// Games by what became of them; one that several things hold for counts for the first.
struct RatingCounts {
  std::int64_t rated = 0;
  std::int64_t many_seats = 0;  ///< of more than two players: left out, as are those below
  std::int64_t nameless = 0;    ///< a player is not named, or both are one
  std::int64_t undecided = 0;   ///< no winner and no draw: void, unknown, unfinished
  std::int64_t undated = 0;     ///< where ratings change with time
};

struct RatingList {
  StatsTable table;
  RatingCounts games;
  std::int64_t players = 0;
  std::int64_t shown = 0;  ///< of them, by the filters about players
  std::int64_t groups = 0;
};

}  // namespace ludex
