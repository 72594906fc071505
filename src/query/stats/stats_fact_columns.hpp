#pragma once

#include "query/stats/stats_columns.hpp"

namespace ludex {

// Keys that one fact tells.
[[nodiscard]] StatsColumnPtr handicap_column();
[[nodiscard]] StatsColumnPtr komi_column();
[[nodiscard]] StatsColumnPtr size_column();
[[nodiscard]] StatsColumnPtr game_column();
/// Moves in steps: `200..249`.
[[nodiscard]] StatsColumnPtr length_column(std::int64_t step);
[[nodiscard]] StatsColumnPtr rules_column(SqlConnection& sql);
[[nodiscard]] StatsColumnPtr source_column(SqlConnection& sql);

}  // namespace ludex
