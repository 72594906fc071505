#pragma once

#include "ludex/duplicates.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"
#include "store/duplicate_blocks.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace ludex {

/// Fewer common moves than this are only an opening. Such games are duplicates only if both players
/// are the same, and date and site id are equal or missing in both. If a player is unknown in both
/// games, all moves and the setup must be equal.
inline constexpr std::int64_t kFewestEqualMoves = 20;

/// Finds clusters of at least two duplicate games. The longest game represents a cluster, then the
/// lowest id. Every other game belongs to the first representative that it duplicates; a game of
/// less than 20 moves can also join the cluster of a copy with its own players and date. Main lines
/// and setup are compared, but not site ids, events and results. Games without moves and setup are
/// duplicates only if their records are equal byte for byte. For crossword games, tiles on the
/// board and turns are compared, but not racks and scores; single positions are compared as a
/// whole. Equal hashes are verified move by move.
/// What the writer has stored of clusters is used where all games of a group are among `games`.
/// \param games  the games to search for clusters
/// \returns games ordered by cluster, its representative first, then by id. Cost: about 10
/// microseconds per game of 200 moves, and the same again for games that share all but their last
/// moves with another, however many share an opening. Memory: 100 bytes per game, 50 more while it
/// is compared with games that share its first 20 moves, and 8 for each of its beginnings that is
/// the whole or the start of another game.
[[nodiscard]] std::vector<DuplicateGame> find_duplicates(SqlConnection& sql, const IdSet& games);

/// The games that are like another one of `games`, by id, as table cluster_block keeps them. Cost
/// and memory as for a search without what is stored.
[[nodiscard]] std::vector<GroupedGame> find_groups(SqlConnection& sql, const IdSet& games);
/// Games to compare: no game of one set is compared with one that is in the other set alone.
struct ComparedGames {
  IdSet by_moves;    ///< that may share their first 20 moves with another one
  IdSet by_meeting;  ///< short ones, and those that may share players and date with one

  void insert(std::int64_t game) {
    by_moves.insert(game);
    by_meeting.insert(game);
  }
  void erase(std::int64_t game) {
    by_moves.erase(game);
    by_meeting.erase(game);
  }
  [[nodiscard]] IdSet all() const {
    IdSet games = by_moves;
    return games |= by_meeting;
  }
};

/// The same within a limit of memory: games that do not fit are compared in parts.
/// \param games  all have beginning hashes
/// \returns none if the games of all groups, or those that share their first 20 moves or their
///          players and date, are too many
[[nodiscard]] std::optional<std::vector<GroupedGame>> find_groups(SqlConnection& sql,
                                                                  const ComparedGames& games,
                                                                  std::uint64_t memory_bytes);

/// The same among the games that match the filters; ignores `unique`.
[[nodiscard]] DuplicateAnswer find_duplicates(Database& database, const GameFilters& filters);

/// Removes the games that are represented by others. \returns how many.
std::int64_t keep_one_of_each(SqlConnection& sql, IdSet& games);

}  // namespace ludex
