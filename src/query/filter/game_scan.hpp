#pragma once

#include "query/filter/fact_condition.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>

namespace ludex {

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
[[nodiscard]] std::array<FactConditionPtr, 2> seat_conditions(SqlConnection& sql,
                                                              const GameFilters& filters);
[[nodiscard]] FactConditions date_conditions(const GameFilters& filters);

}  // namespace ludex
