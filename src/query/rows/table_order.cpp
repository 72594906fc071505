#include "query/rows/table_order.hpp"

#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace ludex {
namespace {

double number_of(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

template <class T>
int sign(const T& a, const T& b) {
  return a < b ? -1 : b < a ? 1 : 0;
}

bool comes_before(const std::vector<Value>& a, const std::vector<Value>& b,
                  const std::vector<ColumnOrder>& orders) {
  for (const auto& [column, descending] : orders) {
    const int order = compare_values(a[column], b[column], descending);
    if (order != 0) return order < 0;
  }
  return false;
}

}  // namespace

int compare_values(const Value& a, const Value& b, bool descending) {
  if (descending && !is_null(a) && !is_null(b)) return compare_values(b, a);
  const auto rank = [](const Value& value) {
    if (is_null(value)) return 2;
    return std::holds_alternative<std::string>(value) ? 1 : 0;
  };
  if (rank(a) != rank(b) || rank(a) == 2) return sign(rank(a), rank(b));
  if (rank(a) == 1) return sign(std::get<std::string>(a), std::get<std::string>(b));
  return sign(number_of(a), number_of(b));
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
  if (limit < static_cast<std::int64_t>(table.rows.size())) {
    table.rows.resize(static_cast<std::size_t>(limit));
  }
}

}  // namespace ludex
