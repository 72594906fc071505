#pragma once

#include "query/stats/stats_columns.hpp"

namespace ludex {

/// `1996`; `1996..1997` where the days of a game lie in both.
[[nodiscard]] StatsColumnPtr year_column();
/// `1996-05`, `1996-05..1996-06`; `1996` where the days are a whole year.
[[nodiscard]] StatsColumnPtr month_column();

}  // namespace ludex
