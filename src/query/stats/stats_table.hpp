#pragma once

#include "ludex/stats.hpp"
#include "query/rows/game_rows.hpp"
#include "query/stats/stats_counter.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

/// \throws UsageError if there is no column to sort by. Called before the games are counted.
void check_sort(const StatsCounter& counter, const StatsQuestion& question);
/// The counted rows, sorted as count_games() says.
[[nodiscard]] StatsTable stats_table(StatsCounter& counter, const StatsQuestion& question);

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
