#pragma once

#include "query/stats/game_stats.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

/// Less than 0, 0 or more: numbers by value, text bytewise, numbers before text, NULL last either
/// way.
[[nodiscard]] int compare_values(const Value& a, const Value& b, bool descending = false);

/// A column to sort by.
struct ColumnOrder {
  std::size_t column = 0;
  bool descending = false;
};

/// \throws UsageError if there is no such column.
[[nodiscard]] std::vector<ColumnOrder> column_orders(const std::vector<StatsTable::Column>& columns,
                                                     const std::vector<SortKey>& keys);

/// Sorts rows, NULL last either way, and keeps the first `limit`; rows that all `orders` find equal
/// stay as they stand.
void sort_rows(StatsTable& table, const std::vector<ColumnOrder>& orders, std::int64_t limit);

}  // namespace ludex
