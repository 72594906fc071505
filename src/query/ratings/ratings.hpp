#pragma once

#include "query/filter/filters.hpp"
#include "query/rows/game_rows.hpp"
#include "query/stats/game_stats.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <limits>
#include <vector>

namespace ludex {

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
  std::vector<SortKey> sort = {};  ///< columns of the answer; none: see rate_players()
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

/// Rates the players of the games that filters mean, by whole-history rating.
///
/// Filters about games choose the games that are rated. Filters about players (player, opponent,
/// outcome, black, white, rank, rating) choose rows only: those whom they mean in one of these
/// games at least. A rating is the same with and without them.
///
/// Model (rating_equations.hpp): the first seat's expected score is that of Bradley and Terry with
/// an advantage that is estimated along with the ratings, one for each handicap and komi (also for
/// none written); a draw is half a win. A rating is constant within a year and walks from one year
/// to the next (Coulom 2008); of a game whose days lie in several years the middle one counts.
/// Who is meant by a name is what aliases say. The scale is Elo (400 points: 10 to 1), 1500 what a
/// player would have of whom nothing is known; one game drawn against that keeps ratings finite.
/// Games of other boards and rules count alike: filters tell them apart.
///
/// Columns: player, rating, error, games, wins, losses, draws, first_year, last_year, group; rows
/// of years have year in place of the two and count that year; advantages: handicap, komi, games,
/// advantage, error. The error is half the 95 % interval (Laplace's approximation, fit_ratings()),
/// in it that of the level of all: in a group of n players 1070 / sqrt(n) by itself.
/// Players of different groups never met, not even through others: their ratings tell nothing
/// about each other. Group 1 has the most games.
/// Sorted by group and rating, the highest first; years by player and year; advantages by
/// handicap and komi. The same games give the same list, whatever their ids.
/// Cost: 1 M games of 5000 players in some 6 s, without drift 1.5 s. Memory: some 150 bytes a game.
/// \throws UsageError as find_games(), for games of several kinds (Go and shogi), for a column that
/// is not there, for years without drift, and for advantages with filters about players.
[[nodiscard]] RatingList rate_players(Database& database, const GameFilters& filters,
                                      const RatingQuestion& question);

}  // namespace ludex
