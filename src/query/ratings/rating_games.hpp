#pragma once

#include "query/filter/filters.hpp"
#include "query/filter/id_set.hpp"
#include "query/ratings/rating_fit.hpp"
#include "query/ratings/ratings.hpp"
#include "store/database.hpp"
#include "store/sql/sql_statement.hpp"

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <unordered_set>
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

/// Players who met, also through others. Groups are numbered from 1: by games, then by players, the
/// most first, then by the first player.
class PlayerGroups {
 public:
  PlayerGroups(std::span<const RatedGame> games, std::size_t players);

  [[nodiscard]] std::int64_t count() const { return count_; }
  [[nodiscard]] std::int64_t group_of(std::uint32_t player) const { return group_[player]; }

 private:
  std::int64_t count_ = 0;
  std::vector<std::int64_t> group_;
};

/// True if a filter is about players: player, opponent, outcome, black, white, rank or rating.
[[nodiscard]] bool asks_for_players(const GameFilters& filters);

/// The filters about games alone: a player's rating depends on everybody else's games, too.
[[nodiscard]] GameFilters without_players(GameFilters filters);

/// Those whom the filters about players mean in one of the games at least, by the codes of People:
/// the player (both, where two play each other), who has the rank or rating, Black, White.
/// \param pool  the games to search
[[nodiscard]] std::unordered_set<std::int64_t> players_meant(Database& database,
                                                             const GameFilters& filters,
                                                             const IdSet& pool);

}  // namespace ludex
