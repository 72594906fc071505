#pragma once

#include "ludex/game.hpp"

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The keys by which statistics group games.
enum class StatsKey : std::uint8_t {
  player,    ///< a game counts for each of its players
  opponent,  ///< the opponent of the player
  pair,      ///< two players who met, in any seats: columns player and opponent
  event,
  place,
  year,    ///< `1996`; `1996..1997` if the game may belong to either
  month,   ///< `1996-05`; `1996`, `1996-05..1996-06` if the month is unknown
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
  rank,  ///< of the player: a game counts for all who play it
};

/// The names of all keys, "player", ..., in the order above.
[[nodiscard]] std::span<const std::string_view> stats_key_names();
/// All columns after the keys that a StatsTable can have, in their order.
[[nodiscard]] std::vector<std::string> stats_measure_names();
/// \throws UsageError for another word.
[[nodiscard]] StatsKey parse_stats_key(std::string_view name);

struct StatsQuestion {
  std::vector<StatsKey> by{};  ///< at least one, each once
  std::int64_t opening_moves = 4;
  Notation notation = Notation::native;  ///< of openings
  std::int64_t length_step = 50;
  std::int64_t min_games = 0;   ///< skip rows with fewer games
  std::vector<SortKey> sort{};  ///< columns of the answer; empty: see Engine::stats()
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
};

struct StatsTable : LeftOut {
  struct Column {
    std::string name;
    bool is_number = false;
    bool is_count = false;  ///< a number of games; printed with groups of digits
  };
  std::vector<Column> columns;
  std::size_t keys = 0;  ///< how many of the columns are keys
  std::vector<std::vector<Value>> rows;
  std::int64_t total = 0;          ///< number of rows before the limit
  std::vector<std::string> notes;  ///< as GameSet::notes
};

/// The kind of rows in a rating list.
enum class RatingRows : std::uint8_t {
  players,     ///< a player's last rating
  years,       ///< a player's rating in each year with games
  advantages,  ///< the advantage of the first seat, by handicap and komi
};

struct RatingQuestion {
  RatingRows rows = RatingRows::players;
  /// Change of a rating per year in Elo (standard deviation); 0: none. Coulom (2008) found 14 Elo^2
  /// a day for the players of a Go server, which is 71 a year.
  double drift = 70;
  std::int64_t min_games = 1;      ///< only list players with at least this many; all are rated
  std::vector<SortKey> sort = {};  ///< columns of the answer; none: see Engine::ratings()
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
};

/// How games were used. A game that fits several lines counts for the first.
struct RatingCounts {
  std::int64_t rated = 0;
  std::int64_t many_seats = 0;  ///< more than two players; left out, like all below
  std::int64_t nameless = 0;    ///< a player is unnamed, or both are the same
  std::int64_t undecided = 0;   ///< no winner and no draw: void, unknown, unfinished
  std::int64_t undated = 0;     ///< without a date, if ratings change with time
};

struct RatingList {
  StatsTable table;
  RatingCounts games;
  std::int64_t players = 0;
  std::int64_t shown = 0;  ///< rated players that the filters on players select
  std::int64_t groups = 0;
};

}  // namespace ludex
