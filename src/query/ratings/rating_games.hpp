#pragma once

#include "query/filter/id_set.hpp"
#include "query/ratings/rating_equations.hpp"
#include "query/ratings/ratings.hpp"
#include "store/sql/sql_statement.hpp"

#include <compare>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// On what terms a game was played: what the first seat's advantage may depend on.
struct RatedTerms {
  std::int64_t handicap = 0;  ///< as facts have them, kNoFact where not written
  std::int64_t komi = 0;
  friend auto operator<=>(const RatedTerms&, const RatedTerms&) = default;
};

/// The games that can be rated. Players are numbered by name, terms by handicap and komi, games are
/// in the order of both: nothing depends on ids.
struct GamesToRate {
  static constexpr std::int32_t kNoYear = 0;  ///< of a game without a date

  std::vector<std::string> players;
  std::vector<std::int64_t> codes;  ///< of the players, as People has them
  std::vector<RatedTerms> terms;
  std::vector<RatedGame> games;
  RatingCounts counts;
};

/// \param with_undated  whether games without a date are rated too.
/// \throws UsageError if the games are of several kinds.
[[nodiscard]] GamesToRate read_games_to_rate(SqlConnection& sql, const IdSet& games,
                                             bool with_undated);

}  // namespace ludex
