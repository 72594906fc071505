#pragma once

#include "ludex/query/game_stats.hpp"
#include "query/stats_columns.hpp"
#include "query/table_order.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex {

/// What a row of statistics adds up.
struct StatsTally {
  std::int64_t games = 0;
  std::int64_t wins = 0, losses = 0, draws = 0;  ///< of the player, or of Black
  std::int64_t moves = 0;
};

struct StatsRow {
  std::vector<std::int64_t> codes;  ///< of the keys
  std::vector<Value> keys;          ///< what they stand for
  StatsTally tally;
};

/// Sorts rows and makes a table of them.
class StatsOrder {
 public:
  /// \param keys  outlive the object. \throws UsageError for a sort column that is not there.
  StatsOrder(const std::vector<StatsColumnPtr>& keys, bool of_players,
             const StatsQuestion& question);

  [[nodiscard]] StatsTable table_of(std::vector<StatsRow> rows) const;

 private:
  [[nodiscard]] int compare(const StatsRow& a, const StatsRow& b, std::size_t column) const;
  [[nodiscard]] bool comes_before(const StatsRow& a, const StatsRow& b) const;

  const std::vector<StatsColumnPtr>& keys_;
  std::vector<StatsTable::Column> columns_;
  std::vector<ColumnOrder> sort_;
  std::int64_t limit_;
};

}  // namespace ludex
