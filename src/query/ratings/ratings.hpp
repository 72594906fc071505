#pragma once

#include "ludex/stats.hpp"
#include "query/filter/filters.hpp"
#include "query/stats/game_stats.hpp"
#include "store/database.hpp"

namespace ludex {

/// Rates the players of the games that filters mean, by whole-history rating.
///
/// Filters about games choose the games that are rated. Filters about players (player, opponent,
/// outcome, black, white, rank, rating) choose rows only: those whom they mean in one of these
/// games at least. A rating is the same with and without them.
///
/// Model (rating_fit.cpp): the first seat's expected score is that of Bradley and Terry with an
/// advantage that is estimated along with the ratings, one for each handicap and komi (also for
/// none written); a draw is half a win. A rating is constant within a year and walks from one year
/// to the next (Coulom 2008); of a game whose days lie in several years the middle one counts. Who
/// is meant by a name is what aliases say. The scale is Elo (400 points: 10 to 1), 1500 what a
/// unknown player would have; one drawn game against such a player keeps ratings finite. Games on
/// other boards and with other rules count equally: use filters to separate them.
///
/// Columns: player, rating, error, games, wins, losses, draws, first_year, last_year, group; rows
/// of years have year in place of the two and count that year; advantages: handicap, komi, games,
/// advantage, error. The error is half the 95 % interval (Laplace's approximation, fit_ratings()),
/// in it that of the level of all: in a group of n players 1070 / sqrt(n) by itself. Players of
/// different groups never met, not even through others: their ratings say nothing about each
/// other. Group 1 has the most games. Sorted by group and rating, the highest first; years by
/// player and year; advantages by handicap and komi. The same games give the same list, independent
/// of their ids. Cost: about 6 s for 1 M games of 5000 players, 1.5 s without drift. Memory: about
/// 150 bytes per game.
/// \throws UsageError as find_games(), for games of several kinds (Go and shogi), for a column that
/// is not there, for years without drift, and for advantages with filters about players.
[[nodiscard]] RatingList rate_players(Database& database, const GameFilters& filters,
                                      const RatingQuestion& question);

}  // namespace ludex
