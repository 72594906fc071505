#include "query/stats_order.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

// Columns behind the keys, in this order.
enum Measure : std::size_t {
  kGames,
  kWins,
  kLosses,
  kDraws,
  kRate,
  kRateLow,
  kRateHigh,
  kMeanMoves
};
constexpr std::size_t kMeasures = kMeanMoves + 1;
constexpr std::string_view kOfPlayers[kMeasures] = {"games", "wins",     "losses",    "draws",
                                                    "rate",  "rate_low", "rate_high", "mean_moves"};
constexpr std::string_view kOfBlack[kMeasures] = {"games", "black",    "white",     "draws",
                                                  "rate",  "rate_low", "rate_high", "mean_moves"};

double rounded(double number, double digits) { return std::round(number * digits) / digits; }

/// A share of decided games; nothing where there are none.
Value rate_of(const StatsTally& tally, Measure measure) {
  const auto decided = static_cast<double>(tally.wins + tally.losses + tally.draws);
  if (decided == 0) return {};
  const double score = static_cast<double>(tally.wins) + static_cast<double>(tally.draws) / 2;
  const ShareLimits limits = wilson_limits(score, decided);
  const double share = measure == kRateLow    ? limits.low
                       : measure == kRateHigh ? limits.high
                                              : score / decided;
  return rounded(share, 10'000);
}

Value measure_of(const StatsTally& tally, Measure measure) {
  switch (measure) {
    case kGames:
      return tally.games;
    case kWins:
      return tally.wins;
    case kLosses:
      return tally.losses;
    case kDraws:
      return tally.draws;
    case kMeanMoves:
      return rounded(static_cast<double>(tally.moves) / static_cast<double>(tally.games), 100);
    default:
      return rate_of(tally, measure);
  }
}

}  // namespace

StatsOrder::StatsOrder(const std::vector<StatsColumnPtr>& keys, bool of_players,
                       const StatsQuestion& question)
    : keys_(keys), limit_(question.limit) {
  for (const StatsColumnPtr& key : keys_) {
    for (StatsTable::Column& column : key->columns()) columns_.push_back(std::move(column));
  }
  for (const std::string_view name : of_players ? kOfPlayers : kOfBlack) {
    columns_.push_back({std::string(name), true});
  }
  sort_ = column_orders(columns_, question.sort);
  if (question.sort.empty() && !keys_.front()->is_ordered()) {
    sort_.push_back({keys_.size() + kGames, true});
  }
}

int StatsOrder::compare(const StatsRow& a, const StatsRow& b, std::size_t column) const {
  if (column >= keys_.size()) {
    const auto measure = static_cast<Measure>(column - keys_.size());
    return compare_values(measure_of(a.tally, measure), measure_of(b.tally, measure));
  }
  if (keys_[column]->is_ordered()) {
    return a.codes[column] < b.codes[column] ? -1 : a.codes[column] > b.codes[column] ? 1 : 0;
  }
  return compare_values(a.keys[column], b.keys[column]);
}

bool StatsOrder::comes_before(const StatsRow& a, const StatsRow& b) const {
  const auto is_null = [&](const StatsRow& row, std::size_t column) {
    return column < keys_.size() ? std::holds_alternative<std::monostate>(row.keys[column])
                                 : std::holds_alternative<std::monostate>(measure_of(
                                       row.tally, static_cast<Measure>(column - keys_.size())));
  };
  for (const auto& [column, descending] : sort_) {
    if (is_null(a, column) != is_null(b, column)) return is_null(b, column);
    const int order = compare(a, b, column);
    if (order != 0) return descending ? order > 0 : order < 0;
  }
  for (std::size_t column = 0; column < keys_.size(); ++column) {
    const int order = compare(a, b, column);
    if (order != 0) return order < 0;
  }
  return a.codes < b.codes;  // sources may have one name
}

StatsTable StatsOrder::table_of(std::vector<StatsRow> rows) const {
  const auto before = [this](const StatsRow& a, const StatsRow& b) { return comes_before(a, b); };
  const auto count = std::min<std::int64_t>(limit_, static_cast<std::int64_t>(rows.size()));
  std::partial_sort(rows.begin(), rows.begin() + count, rows.end(), before);
  rows.resize(static_cast<std::size_t>(count));
  StatsTable table;
  table.columns = columns_;
  table.keys = keys_.size();
  for (StatsRow& row : rows) {
    std::vector<Value> values = std::move(row.keys);
    for (std::size_t measure = 0; measure < kMeasures; ++measure) {
      values.push_back(measure_of(row.tally, static_cast<Measure>(measure)));
    }
    table.rows.push_back(std::move(values));
  }
  return table;
}

}  // namespace ludex
