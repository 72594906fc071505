#pragma once

#include "ludex/core/game_type.hpp"
#include "ludex/query/game_stats.hpp"
#include "query/fact_condition.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace ludex {

/// The code of what a game does not say; sorts last.
inline constexpr std::int64_t kUnknownCode = std::numeric_limits<std::int64_t>::max();

/// One key of statistics: a whole number for each game and seat, and what it stands for.
class StatsColumn {
 public:
  virtual ~StatsColumn() = default;
  /// Gets the facts of a chunk; they stay valid until the next call.
  virtual void load(FactChunk& chunk) = 0;
  /// \param place  in the chunk. \param seat  of the player whose results are counted.
  [[nodiscard]] virtual std::int64_t code(std::size_t place, Player seat) = 0;
  [[nodiscard]] virtual std::vector<StatsTable::Column> columns() const = 0;
  /// Appends a value for each column.
  virtual void append_values(std::int64_t code, std::vector<Value>& row) = 0;
  /// Whether codes sort as what they stand for.
  [[nodiscard]] virtual bool is_ordered() const { return false; }
};
using StatsColumnPtr = std::unique_ptr<StatsColumn>;

/// \param question  tells the step of lengths and how long openings are.
[[nodiscard]] StatsColumnPtr make_stats_column(StatsKey key, const StatsQuestion& question,
                                               Database& database);

}  // namespace ludex
