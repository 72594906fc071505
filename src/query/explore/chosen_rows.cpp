#include "ludex/error.hpp"
#include "ludex/explore.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ludex {
namespace {

struct Order {
  std::size_t column;
  bool descending;
};

std::vector<Order> orders_of(const std::vector<SortKey>& keys, const ExploredTable& table) {
  const std::vector<std::string> columns = table.columns();
  std::vector<Order> orders;
  for (const SortKey& key : keys) {
    const auto found = std::ranges::find(columns, key.column);
    if (found == columns.end()) {
      throw UsageError(fmt::format("`sort`: there is no column '{}'; the columns are {}",
                                   key.column, fmt::join(columns, ", ")));
    }
    orders.push_back({static_cast<std::size_t>(found - columns.begin()), key.descending});
  }
  return orders;
}

}  // namespace

std::vector<std::size_t> chosen_rows(std::span<const ExploredMove> rows, const ExploredTable& table,
                                     const ExploreOptions& options) {
  const std::vector<Order> orders = orders_of(options.sort, table);
  const auto is_elsewhere = [&](std::size_t i) { return table.of_pattern && rows[i].move.empty(); };
  std::vector<std::size_t> chosen;
  std::vector<std::vector<Value>> values;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!orders.empty()) values.push_back(table.row(rows[i]));
    if (rows[i].games >= options.min_games && !is_elsewhere(i)) chosen.push_back(i);
  }
  std::ranges::stable_sort(chosen, [&](std::size_t a, std::size_t b) {
    for (const auto& [column, descending] : orders) {
      const int order = compare_values(values[a][column], values[b][column], descending);
      if (order != 0) return order < 0;
    }
    return false;
  });
  const auto limit = static_cast<std::size_t>(options.limit);
  if (limit != 0 && chosen.size() > limit) chosen.resize(limit);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_elsewhere(i)) chosen.push_back(i);
  }
  return chosen;
}

}  // namespace ludex
