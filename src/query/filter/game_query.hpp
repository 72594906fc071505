#pragma once

#include "ludex/game.hpp"
#include "query/filter/fact_condition.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/pattern/pattern_search.hpp"
#include "query/search/position_search.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// Calls `visit(first, last)` for ranges of ids that together hold every member of `ids`, and few
/// others: a member less than 8 ids behind another one is taken along.
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

/// What the facts say about filters. Later filters narrow all sets.
struct GameSelection {
  IdSet matched;
  IdSet undated;  ///< match all but the filters about dates, since they have no date
  IdSet silent;   ///< match all but the filter about handicap, since they do not say it

  void narrow(const IdSet& games) {
    matched &= games;
    undated &= games;
    silent &= games;
  }
};

/// Evaluates over the columns of facts what can be evaluated there: everything but ids, words,
/// external ids, positions, `where`, and properties that no fact knows. Takes only games that are
/// answers: alive and not hidden.
/// Cost: reading the columns the filters are about; 1 M games and 6 columns in some 10 ms.
[[nodiscard]] GameSelection scan_facts(SqlConnection& sql, const GameFilters& filters);

/// The conditions of all filters about facts, those about dates and handicap apart.
[[nodiscard]] FactConditions fact_conditions(SqlConnection& sql, const GameFilters& filters);
/// That the player meant sits on the first seat, and on the second.
[[nodiscard]] std::array<FactCondition, 2> seat_conditions(SqlConnection& sql,
                                                           const GameFilters& filters);
[[nodiscard]] FactConditions date_conditions(const GameFilters& filters);

/// The games that all filters but positions and `unique` mean: by facts first, then by what needs
/// rows.
/// \throws UsageError like find_games().
[[nodiscard]] GameSelection select_games(SqlConnection& sql, const GameFilters& filters);

/// Those of `among` for which an SQL expression over the view `games` is true. While it runs, an
/// authorizer lets SQLite read and call functions, and nothing else.
/// \throws UsageError if it is no such expression, with SQLite's message or ours: parentheses and
/// quotes must be closed, and `;`, comments and parameters are refused.
[[nodiscard]] IdSet games_where(SqlConnection& sql, const std::string& expression,
                                const IdSet& among);

/// A pattern whose hits rows show.
struct ShownPattern {
  Pattern pattern;
  PatternMoment moment;
  PatternWish wish;
};

/// What filters found.
struct FoundGames : LeftOut {
  IdSet games;
  /// All hits of the first position asked for in these games, by game and ply.
  std::vector<PositionHit> hits;
  /// The pattern that is shown, none if a position is; its hits are looked for game by game.
  std::shared_ptr<const ShownPattern> pattern;
  std::int64_t pattern_hits = 0;  ///< of it; only counted with all_hits

  [[nodiscard]] std::span<const PositionHit> hits_of(GameId game) const;
};

/// Leaves the games that hold all patterns from the `first` on.
void keep_games_with_patterns(SqlConnection& sql, const GameFilters& filters, std::size_t first,
                              IdSet& games);

/// Finds the games that filters mean; with `unique` one of each cluster (find_duplicates()) that
/// all other filters, positions too, leave: the longest of them, then the lowest id.
/// \param max_games  the search may stop when it has so many, those with the smallest ids.
/// Reads in one ReadTransaction, which has ended when it returns.
/// \throws UsageError for filters that make no sense (check(), `where`, words).
/// Cost: filters are evaluated over columns, 1 M games in some 10 ms; external ids, `where` and
/// some properties read a row for each game that the other filters leave.
[[nodiscard]] FoundGames find_games(Database& database, const GameFilters& filters,
                                    std::int64_t max_games = kAllGames);

}  // namespace ludex
