#pragma once

#include "query/stats/stats_columns.hpp"

namespace ludex {

/// Winner, manner and margin as far as the column `result` of the view prints them.
[[nodiscard]] StatsColumnPtr result_column();
[[nodiscard]] StatsColumnPtr win_by_column();

}  // namespace ludex
