#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/ratings/rating_fit.hpp"
#include "query/ratings/rating_games.hpp"
#include "query/ratings/ratings.hpp"
#include "query/stats/stats_table.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_connection.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string>
#include <utility>

namespace ludex {
namespace {

constexpr double kMiddle = 1500;  // what the prior's 0 is called
constexpr std::int64_t kAllRows = std::numeric_limits<std::int64_t>::max();
constexpr double k95 = 1.959963984540054;  // 97.5 % of the normal distribution lie below

using Columns = std::vector<StatsTable::Column>;
using TableRows = std::vector<std::vector<Value>>;

Columns columns_of(RatingRows rows) {
  const StatsTable::Column player{"player"}, group{"group", true};
  const StatsTable::Column rating{"rating", true}, error{"error", true}, games{"games", true, true};
  const StatsTable::Column wins{"wins", true, true}, losses{"losses", true, true},
      draws{"draws", true, true};
  switch (rows) {
    case RatingRows::players:
      return {player,
              rating,
              error,
              games,
              wins,
              losses,
              draws,
              {"first_year", true},
              {"last_year", true},
              group};
    case RatingRows::years:
      return {player, {"year", true}, rating, error, games, wins, losses, draws, group};
    case RatingRows::advantages:
      break;
  }
  return {{"handicap", true}, {"komi", true}, games, {"advantage", true}, error};
}

std::vector<SortKey> usual_order(RatingRows rows) {
  switch (rows) {
    case RatingRows::players:
      return {{"group"}, {"rating", true}, {"player"}};
    case RatingRows::years:
      return {{"player"}, {"year"}};
    case RatingRows::advantages:
      break;
  }
  return {{"handicap"}, {"komi"}};
}

struct Results {
  std::int64_t wins = 0, losses = 0, draws = 0;

  [[nodiscard]] std::int64_t games() const { return wins + losses + draws; }
  void add(double score) { ++(score == 0.5 ? draws : score == 1 ? wins : losses); }
  void add(const Results& other) {
    wins += other.wins;
    losses += other.losses;
    draws += other.draws;
  }
};

std::int64_t whole(double number) { return std::llround(number); }

/// The years in which a player has games.
struct Period {
  std::optional<std::int64_t> first, last;

  void add(std::int32_t year) {
    if (year == GamesToRate::kNoYear) return;
    first = std::min<std::int64_t>(first.value_or(year), year);
    last = std::max<std::int64_t>(last.value_or(year), year);
  }
};

Value value_of(const std::optional<std::int64_t>& number) {
  return number ? Value(*number) : Value();
}

/// Makes rows from the estimates.
class Rows {
 public:
  /// \param shown  by player
  Rows(const GamesToRate& games, const RatingFit& fit, const PlayerGroups& groups,
       std::int64_t min_games, std::vector<bool> shown)
      : players_(games.players),
        fit_(fit),
        groups_(groups),
        min_games_(min_games),
        shown_(std::move(shown)),
        results_(fit.years.size()),
        periods_(games.players.size()) {
    for (const RatedGame& game : games.games) {
      add(game.first, game.year, game.score);
      add(game.second, game.year, 1 - game.score);
    }
  }

  [[nodiscard]] TableRows of_players() const {
    TableRows rows;
    for_each_player([&](std::size_t begin, std::size_t end, const Results& sum) {
      const std::uint32_t player = fit_.years[begin].player;
      std::vector<Value>& row = rows.emplace_back();
      row.emplace_back(players_[player]);
      append(fit_.ratings[end - 1], sum, row);
      row.push_back(value_of(periods_[player].first));
      row.push_back(value_of(periods_[player].last));
      row.emplace_back(groups_.group_of(player));
    });
    return rows;
  }

  [[nodiscard]] TableRows of_years() const {
    TableRows rows;
    for_each_player([&](std::size_t begin, std::size_t end, const Results&) {
      for (std::size_t i = begin; i < end; ++i) {
        const auto [player, year] = fit_.years[i];
        std::vector<Value>& row = rows.emplace_back();
        row.emplace_back(players_[player]);
        row.emplace_back(std::int64_t{year});
        append(fit_.ratings[i], results_[i], row);
        row.emplace_back(groups_.group_of(player));
      }
    });
    return rows;
  }

 private:
  void add(std::uint32_t player, std::int32_t year, double score) {
    auto place = std::lower_bound(fit_.years.begin(), fit_.years.end(), RatedYear{player, year});
    // Where ratings do not change there is one for all years.
    if (place == fit_.years.end() || place->player != player) --place;
    results_[static_cast<std::size_t>(place - fit_.years.begin())].add(score);
    periods_[player].add(year);
  }

  /// Calls `use` with the places of a player's years, from `begin` to before `end`.
  template <class Use>
  void for_each_player(Use use) const {
    for (std::size_t begin = 0, end = 0; begin < fit_.years.size(); begin = end) {
      Results sum;
      for (; end < fit_.years.size() && fit_.years[end].player == fit_.years[begin].player; ++end) {
        sum.add(results_[end]);
      }
      if (sum.games() >= min_games_ && shown_[fit_.years[begin].player]) use(begin, end, sum);
    }
  }

  static void append(const RatingEstimate& estimate, const Results& results,
                     std::vector<Value>& row) {
    row.emplace_back(whole(kMiddle + estimate.rating));
    row.emplace_back(whole(k95 * estimate.error));
    for (const std::int64_t count :
         {results.games(), results.wins, results.losses, results.draws}) {
      row.emplace_back(count);
    }
  }

  const std::vector<std::string>& players_;
  const RatingFit& fit_;
  const PlayerGroups& groups_;
  std::int64_t min_games_;
  std::vector<bool> shown_;
  std::vector<Results> results_;  // of fit_.years
  std::vector<Period> periods_;   // of players
};

TableRows advantage_rows(const GamesToRate& games, const RatingFit& fit) {
  std::vector<std::int64_t> counts(games.terms.size());
  for (const RatedGame& game : games.games) ++counts[game.terms];
  TableRows rows;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto [handicap, komi] = games.terms[i];
    rows.push_back({handicap == kNoFact ? Value() : Value(handicap),
                    komi == kNoFact ? Value() : Value(static_cast<double>(komi) / 100), counts[i],
                    whole(fit.advantages[i].rating), whole(k95 * fit.advantages[i].error)});
  }
  return rows;
}

/// The players selected by the filters; all if there are none.
std::vector<bool> shown_players(Database& database, const GameFilters& filters, const IdSet& pool,
                                const GamesToRate& games) {
  std::vector<bool> shown(games.players.size(), true);
  if (!asks_for_players(filters)) return shown;
  const auto meant = players_meant(database, filters, pool);
  for (std::size_t i = 0; i < shown.size(); ++i) shown[i] = meant.contains(games.codes[i]);
  return shown;
}

void check(const RatingQuestion& question, const GameFilters& filters) {
  if (question.rows == RatingRows::advantages && asks_for_players(filters)) {
    throw UsageError("`advantages` prints no players; leave it out, or the filters on players");
  }
  if (question.rows == RatingRows::years && question.drift == 0) {
    throw UsageError("`history` needs a `drift` above 0, otherwise ratings do not change");
  }
}

}  // namespace

RatingList rate_players(Database& database, const GameFilters& filters,
                        const RatingQuestion& question) {
  check(question, filters);
  RatingList list;
  list.table.columns = columns_of(question.rows);
  const auto given = column_orders(list.table.columns, question.sort);
  const ReadTransaction transaction(database.sql());
  const FoundGames found = find_games(database, without_players(filters));
  const GamesToRate games = read_games_to_rate(database.sql(), found.games, question.drift == 0);
  const PlayerGroups groups(games.games, games.players.size());
  const RatingFit fit =
      fit_ratings(games.games, static_cast<std::uint32_t>(games.terms.size()), question.drift);
  if (question.rows == RatingRows::advantages) {
    list.table.rows = advantage_rows(games, fit);
  } else {
    std::vector<bool> shown = shown_players(database, filters, found.games, games);
    list.shown = std::count(shown.begin(), shown.end(), true);
    const Rows rows(games, fit, groups, question.min_games, std::move(shown));
    list.table.rows = question.rows == RatingRows::players ? rows.of_players() : rows.of_years();
  }
  sort_rows(list.table, column_orders(list.table.columns, usual_order(question.rows)), kAllRows);
  sort_rows(list.table, given, question.limit);
  static_cast<LeftOut&>(list.table) = found;
  list.games = games.counts;
  list.players = static_cast<std::int64_t>(games.players.size());
  list.groups = groups.count();
  return list;
}

}  // namespace ludex
