#include "query/stats/game_stats.hpp"

#include "ludex/error.hpp"
#include "query/filter/game_query.hpp"
#include "query/stats/stats_counter.hpp"
#include "query/stats/stats_order.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ludex {
namespace {

constexpr std::array<std::string_view, 17> kKeyNames = {
    "player", "opponent", "pair", "event", "place", "year",    "month", "result", "win-by",
    "length", "handicap", "komi", "size",  "rules", "opening", "game",  "source"};

bool asks_for(const StatsQuestion& question, StatsKey key) {
  return std::find(question.by.begin(), question.by.end(), key) != question.by.end();
}

void check(const StatsQuestion& question) {
  if (question.by.empty())
    throw UsageError("`by`: expected a key, as player or year; or `ratings`");
  for (auto key = question.by.begin(); key != question.by.end(); ++key) {
    if (std::find(question.by.begin(), key, *key) != key) {
      throw UsageError(
          fmt::format("`by`: '{}' stands there twice", kKeyNames[static_cast<std::size_t>(*key)]));
    }
  }
  const bool pairs = asks_for(question, StatsKey::pair);
  if (pairs && (asks_for(question, StatsKey::player) || asks_for(question, StatsKey::opponent))) {
    throw UsageError("`by`: 'pair' goes with neither 'player' nor 'opponent'");
  }
}

}  // namespace

std::span<const std::string_view> stats_key_names() { return kKeyNames; }

StatsKey parse_stats_key(std::string_view name) {
  const auto* const found = std::find(kKeyNames.begin(), kKeyNames.end(), name);
  if (found == kKeyNames.end()) {
    throw UsageError(fmt::format("`by` {}: expected one of {}", name, fmt::join(kKeyNames, ", ")));
  }
  return static_cast<StatsKey>(found - kKeyNames.begin());
}

StatsTable count_games(Database& database, const GameFilters& filters,
                       const StatsQuestion& question) {
  check(question);
  const ReadTransaction transaction(database.sql());
  StatsCounter counter(database, filters, question);
  const StatsOrder order(counter.keys(), counter.of_players(), counter.with_scores(), question);
  const FoundGames found = find_games(database, filters);
  counter.count(found.games);
  StatsTable table = order.table_of(counter.rows());
  table.undated = found.undated;
  table.silent = found.silent;
  table.copies = found.copies;
  return table;
}

ShareLimits wilson_limits(double successes, double trials) {
  constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below
  const double share = successes / trials;
  const double z2 = kZ * kZ / trials;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double reach = kZ / (1 + z2) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace ludex
