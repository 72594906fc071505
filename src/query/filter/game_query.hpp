#pragma once

#include "ludex/game.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/search/hit_list.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// Calls `visit(first, last)` for ranges of ids that cover all members of `ids`. Members less than
/// 8 ids apart share a range.
template <class Visit>
void for_each_range(const IdSet& ids, Visit visit) {
  constexpr std::int64_t kGap = 8;
  for (std::int64_t first = ids.next(0); first >= 0;) {
    std::int64_t last = first;
    std::int64_t next = ids.next(last + 1);
    while (next >= 0 && next - last < kGap) {
      last = next;
      next = ids.next(last + 1);
    }
    visit(first, last);
    first = next;
  }
}

/// The games that match the filters on facts. Later filters narrow all sets.
struct GameSelection {
  IdSet matched;
  IdSet undated;  ///< match all filters except those on dates, because they have no date
  IdSet silent;   ///< match all filters except that on handicap, because they do not record it
  std::int64_t root_text = 0;  ///< LeftOut::root_text

  void narrow(const IdSet& games) {
    matched &= games;
    undated &= games;
    silent &= games;
  }
};

/// Evaluates the filters that columns of facts can answer: all except ids, words, external ids,
/// positions, `where`, and properties without a fact. Returns only visible games: alive and not
/// hidden. Cost: reading the columns of the filters; about 10 ms for 1 M games and 6 columns. Where
/// ids are asked for, only their chunks are read.
[[nodiscard]] GameSelection scan_facts(SqlConnection& sql, const GameFilters& filters);

/// The conditions of all filters on facts; those on dates and handicap are separate.
[[nodiscard]] FactConditions fact_conditions(SqlConnection& sql, const GameFilters& filters);
/// The selected player sits on the first seat; on the second seat.
[[nodiscard]] std::array<FactCondition, 2> seat_conditions(SqlConnection& sql,
                                                           const GameFilters& filters);
[[nodiscard]] FactConditions date_conditions(const GameFilters& filters);

/// The games that match all filters except positions and `unique`: filters on facts first, then
/// those that need rows.
/// \throws UsageError like find_games().
[[nodiscard]] GameSelection select_games(SqlConnection& sql, const GameFilters& filters);

/// The games of `among` for which an SQL expression over the view `games` is true. An authorizer
/// allows only reading and function calls.
/// \throws UsageError if it is not such an expression: parentheses and quotes must be closed, and
/// `;`, comments and parameters are refused.
[[nodiscard]] IdSet games_where(SqlConnection& sql, const std::string& expression,
                                const IdSet& among);

/// True if a game starts from the usual start position, possibly with a move in the root node.
/// \param first  its position at ply 0
[[nodiscard]] bool begins_as_usual(const Position& first);

/// The pattern whose hits the rows show.
struct ShownPattern {
  Pattern pattern;
  PatternMoment moment;
  PatternWish wish;
};

/// The games found by filters.
struct FoundGames : LeftOut {
  IdSet games;
  HitList hits;                      ///< all hits of the first position in these games
  std::optional<Position> position;  ///< that one
  /// The shown pattern; none if a position is shown. Its hits are searched game by game.
  std::shared_ptr<const ShownPattern> pattern;
  std::int64_t pattern_hits = 0;  ///< hits of it; only counted with all_hits
};

/// Keeps the games that contain all patterns from the `first` on.
void keep_games_with_patterns(SqlConnection& sql, const GameFilters& filters, std::size_t first,
                              IdSet& games);

/// Finds the games that match the filters. With `unique`, only one of each cluster
/// (find_duplicates()) among the games that match all other filters, including positions: the
/// longest, then the lowest id.
/// \param max_games  the search may stop after this many games, those with the smallest ids. Reads
/// in one ReadTransaction, which ends before it returns.
/// \throws UsageError for invalid filters (check(), `where`, words). Cost: about 10 ms for 1 M
/// games on columns; external ids, `where` and some properties read a row of each game that the
/// other filters keep.
[[nodiscard]] FoundGames find_games(Database& database, const GameFilters& filters,
                                    std::int64_t max_games = kAllGames);

}  // namespace ludex
