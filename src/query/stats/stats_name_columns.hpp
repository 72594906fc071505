#pragma once

#include "query/stats/stats_columns.hpp"

namespace ludex {

// Keys that are names, joined as aliases say.
/// \param players  outlive the column.
[[nodiscard]] StatsColumnPtr player_column(People& players);
[[nodiscard]] StatsColumnPtr opponent_column(People& players);
[[nodiscard]] StatsColumnPtr event_column(SqlConnection& sql);
[[nodiscard]] StatsColumnPtr place_column(SqlConnection& sql);

}  // namespace ludex
