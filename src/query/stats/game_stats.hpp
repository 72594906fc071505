#pragma once

#include "ludex/stats.hpp"
#include "query/filter/filters.hpp"
#include "store/database.hpp"

namespace ludex {

/// Counts the games that filters mean, a row for each value of the keys; NULL is unknown.
///
/// Columns: the keys, games, results, rates, mean_moves. Where a key or a filter names players,
/// results are wins, losses and draws of that player, else those of Black: black, white, draws. The
/// rate is (wins + draws / 2) / (wins + losses + draws), between its 95 % limits by Wilson (1927);
/// games with another result or none count in `games` alone. A game whose two players belong to one
/// row is one game there, won and lost. All seats of a game count, three and four too; where a row
/// names player and opponent, a game that a third one won is in `games` alone. With
/// GameFilters::game crossword also mean_score and mean_opponent_score (the mean of several
/// opponents) of the player, or of the first seat and the second, as far as games record them, and
/// mean_spread, their difference in games that record both.
///
/// Sorted by the first key where that is a number or a date, else by games, the most first; then by
/// the keys, NULL last: the same rows always come in the same order. Cost: the needed columns of
/// facts, about 100 ns per game; scores 1 us more; openings replay games, each beginning once.
/// Memory: about 100 bytes per row. \throws UsageError as find_games(), and for a sort column that
/// is not there.
[[nodiscard]] StatsTable count_games(Database& database, const GameFilters& filters,
                                     const StatsQuestion& question);

}  // namespace ludex
