#include "query/stats/stats_table.hpp"

#include "ludex/error.hpp"
#include "query/wilson_limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>

namespace ludex {
namespace {

constexpr std::array<std::string_view, 18> kKeyNames = {
    "player", "opponent", "pair", "event", "place", "year",    "month", "result", "win-by",
    "length", "handicap", "komi", "size",  "rules", "opening", "game",  "source", "rank"};

bool comes_before(const std::vector<Value>& a, const std::vector<Value>& b,
                  const std::vector<ColumnOrder>& orders) {
  for (const auto& [column, descending] : orders) {
    const int order = compare_values(a[column], b[column], descending);
    if (order != 0) return order < 0;
  }
  return false;
}

double rounded(double number, double digits) { return std::round(number * digits) / digits; }

/// A share of decided games, or one of its limits; none without such games.
Value rate_of(const StatsTally& tally, double (*part)(double share, const ShareLimits& limits)) {
  const auto decided = static_cast<double>(tally.wins + tally.losses + tally.draws);
  if (decided == 0) return {};
  const double score = static_cast<double>(tally.wins) + static_cast<double>(tally.draws) / 2;
  return rounded(part(score / decided, wilson_limits(score, decided)), 10'000);
}

Value mean_of(const RunningMean& mean) {
  const auto value = mean.value();
  return value ? Value(rounded(*value, 100)) : Value();
}

/// A column after the keys.
struct Measure {
  std::string_view name;
  Value (*of)(const StatsTally& tally);
  std::string_view of_black = {};  // its name where results are those of Black
};
constexpr Measure kMeasures[] = {
    {"games", [](const StatsTally& t) { return Value(t.games); }},
    {"wins", [](const StatsTally& t) { return Value(t.wins); }, "black"},
    {"losses", [](const StatsTally& t) { return Value(t.losses); }, "white"},
    {"draws", [](const StatsTally& t) { return Value(t.draws); }},
    {"rate",
     [](const StatsTally& t) {
       return rate_of(t, [](double share, const ShareLimits&) { return share; });
     }},
    {"rate_low",
     [](const StatsTally& t) {
       return rate_of(t, [](double, const ShareLimits& limits) { return limits.low; });
     }},
    {"rate_high",
     [](const StatsTally& t) {
       return rate_of(t, [](double, const ShareLimits& limits) { return limits.high; });
     }},
    {"mean_moves",
     [](const StatsTally& t) {
       return Value(rounded(static_cast<double>(t.moves) / static_cast<double>(t.games), 100));
     }},
    {"mean_score", [](const StatsTally& t) { return mean_of(t.score); }},
    {"mean_opponent_score", [](const StatsTally& t) { return mean_of(t.opponent_score); }},
    {"mean_spread", [](const StatsTally& t) { return mean_of(t.spread); }},
};
constexpr std::size_t kCounts = 4;         // the first of them
constexpr std::size_t kWithoutScores = 8;  // all but the last

/// Sorts rows and makes a table of them.
class StatsOrder {
 public:
  /// \param keys  outlive the object. \throws UsageError for a sort column that is not there.
  StatsOrder(const std::vector<StatsColumnPtr>& keys, bool of_players, bool with_scores,
             const StatsQuestion& question)
      : keys_(keys),
        measures_(std::span(kMeasures).first(with_scores ? std::size(kMeasures) : kWithoutScores)),
        limit_(question.limit),
        min_games_(question.min_games) {
    for (const StatsColumnPtr& key : keys_) columns_.push_back(key->column());
    for (std::size_t i = 0; i < measures_.size(); ++i) {
      const auto& [name, of, of_black] = measures_[i];
      const bool is_of_black = !of_players && !of_black.empty();
      columns_.push_back({std::string(is_of_black ? of_black : name), true, i < kCounts});
    }
    sort_ = column_orders(columns_, question.sort);
    if (question.sort.empty() && !keys_.front()->is_ordered()) {
      sort_.push_back({keys_.size(), true});  // games
    }
  }

  [[nodiscard]] StatsTable table_of(std::vector<StatsRow> rows) const {
    std::erase_if(rows, [&](const StatsRow& row) { return row.tally.games < min_games_; });
    const auto before = [this](const StatsRow& a, const StatsRow& b) { return comes_before(a, b); };
    const auto total = static_cast<std::int64_t>(rows.size());
    const auto count = std::min(limit_, total);
    std::partial_sort(rows.begin(), rows.begin() + count, rows.end(), before);
    rows.resize(static_cast<std::size_t>(count));
    StatsTable table;
    table.columns = columns_;
    table.keys = keys_.size();
    table.total = total;
    for (StatsRow& row : rows) {
      std::vector<Value>& values = table.rows.emplace_back(std::move(row.keys));
      for (const Measure& measure : measures_) values.push_back(measure.of(row.tally));
    }
    return table;
  }

 private:
  [[nodiscard]] int compare(const StatsRow& a, const StatsRow& b, std::size_t column,
                            bool descending) const {
    if (column >= keys_.size()) {
      const Measure& measure = measures_[column - keys_.size()];
      return compare_values(measure.of(a.tally), measure.of(b.tally), descending);
    }
    const Value &one = a.keys[column], &other = b.keys[column];
    if (!keys_[column]->is_ordered() || is_null(one) || is_null(other)) {
      return compare_values(one, other, descending);
    }
    return compare_values(a.codes[column], b.codes[column], descending);
  }

  [[nodiscard]] bool comes_before(const StatsRow& a, const StatsRow& b) const {
    for (const auto& [column, descending] : sort_) {
      const int order = compare(a, b, column, descending);
      if (order != 0) return order < 0;
    }
    for (std::size_t column = 0; column < keys_.size(); ++column) {
      const int order = compare(a, b, column, false);
      if (order != 0) return order < 0;
    }
    return a.codes < b.codes;  // sources may have one name
  }

  const std::vector<StatsColumnPtr>& keys_;
  std::vector<StatsTable::Column> columns_;
  std::vector<ColumnOrder> sort_;
  std::span<const Measure> measures_;
  std::int64_t limit_;
  std::int64_t min_games_;
};

StatsOrder order_of(const StatsCounter& counter, const StatsQuestion& question) {
  const StatsShape& shape = counter.shape();
  return {counter.keys(), shape.of_players, shape.with_scores, question};
}

}  // namespace

std::span<const std::string_view> stats_key_names() { return kKeyNames; }

std::vector<std::string> stats_measure_names() {
  std::vector<std::string> names;
  for (const Measure& measure : kMeasures) {
    names.emplace_back(measure.name);
    if (!measure.of_black.empty()) names.emplace_back(measure.of_black);
  }
  return names;
}

StatsKey parse_stats_key(std::string_view name) {
  const auto* const found = std::find(kKeyNames.begin(), kKeyNames.end(), name);
  if (found == kKeyNames.end()) {
    throw UsageError(fmt::format("`by` {}: expected one of {}", name, fmt::join(kKeyNames, ", ")));
  }
  return static_cast<StatsKey>(found - kKeyNames.begin());
}

void check_sort(const StatsCounter& counter, const StatsQuestion& question) {
  (void)order_of(counter, question);
}

StatsTable stats_table(StatsCounter& counter, const StatsQuestion& question) {
  return order_of(counter, question).table_of(counter.rows());
}

std::vector<ColumnOrder> column_orders(const std::vector<StatsTable::Column>& columns,
                                       const std::vector<SortKey>& keys) {
  std::vector<std::string> names;
  for (const StatsTable::Column& column : columns) names.push_back(column.name);
  std::vector<ColumnOrder> orders;
  for (const SortKey& key : keys) {
    const auto found = std::find(names.begin(), names.end(), key.column);
    if (found == names.end()) {
      throw UsageError(fmt::format("`sort`: there is no column '{}'; the columns are {}",
                                   key.column, fmt::join(names, ", ")));
    }
    orders.push_back({static_cast<std::size_t>(found - names.begin()), key.descending});
  }
  return orders;
}

void sort_rows(StatsTable& table, const std::vector<ColumnOrder>& orders, std::int64_t limit) {
  std::stable_sort(table.rows.begin(), table.rows.end(),
                   [&](const auto& a, const auto& b) { return comes_before(a, b, orders); });
  table.total = static_cast<std::int64_t>(table.rows.size());
  if (limit < table.total) {
    table.rows.resize(static_cast<std::size_t>(limit));
  }
}

}  // namespace ludex
