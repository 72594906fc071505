#pragma once

#include "ludex/duplicates.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <cstdint>
#include <vector>

namespace ludex {

/// Fewer moves than these in common are an opening, not a game: they make a cluster only where both
/// players are the same too, and the date and the site's id, or neither game has them. Where a
/// player is unknown in both, games are copies only as a whole: all moves, and what was set up.
inline constexpr std::int64_t kFewestEqualMoves = 20;

/// Clusters of games that are one game, of at least two. The longest stands for a cluster, then the
/// lowest id; every other game belongs to the first of these that it is a duplicate of, one of less
/// than 20 moves also to that of a copy of its own players and date. Main lines
/// are compared, with what was set up; ids that sites gave, names of events and results are not.
/// Games without moves and setup are duplicates only if their records are the same, byte for byte.
/// Of crossword games tiles on the board and turns are compared, whoever holds what and whatever is
/// scored; single positions as a whole. Hits of hashes are verified move by move.
/// \param games  among which clusters are looked for.
/// \returns by cluster, the one that stands for it first, then by id.
/// Cost: some 10 microseconds a game of 200 moves, and once more for those that share all but their
/// last moves with another one, however many share an opening. Memory: 100 bytes a game, 50 more
/// while it is compared with those that share its first 20 moves, and 8 for each beginning of it
/// that is all, or the start, of another one.
[[nodiscard]] std::vector<DuplicateGame> find_duplicates(SqlConnection& sql, const IdSet& games);

/// The same among the games that filters mean; `unique` is not looked at.
[[nodiscard]] DuplicateAnswer find_duplicates(Database& database, const GameFilters& filters);

/// Takes the games out that others stand for. \returns how many.
std::int64_t keep_one_of_each(SqlConnection& sql, IdSet& games);

}  // namespace ludex
