#pragma once

#include "query/rows/table_order.hpp"
#include "query/stats/game_stats.hpp"
#include "query/stats/stats_columns.hpp"
#include "query/stats/stats_tally.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// Sorts rows and makes a table of them.
class StatsOrder {
 public:
  /// \param keys  outlive the object. \throws UsageError for a sort column that is not there.
  StatsOrder(const std::vector<StatsColumnPtr>& keys, bool of_players, bool with_scores,
             const StatsQuestion& question);

  [[nodiscard]] StatsTable table_of(std::vector<StatsRow> rows) const;

 private:
  [[nodiscard]] int compare(const StatsRow& a, const StatsRow& b, std::size_t column) const;
  [[nodiscard]] bool comes_before(const StatsRow& a, const StatsRow& b) const;

  const std::vector<StatsColumnPtr>& keys_;
  std::vector<StatsTable::Column> columns_;
  std::vector<ColumnOrder> sort_;
  std::size_t measures_;  // columns behind the keys
  std::int64_t limit_;
};

}  // namespace ludex
