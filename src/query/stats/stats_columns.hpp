#pragma once

#include "query/filter/fact_condition.hpp"
#include "query/names/people.hpp"
#include "query/stats/game_stats.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <utility>

namespace ludex {

/// The code of an unrecorded value; sorts last.
inline constexpr std::int64_t kUnknownCode = std::numeric_limits<std::int64_t>::max();

/// The player, by the codes of People; 0 if unnamed or not needed.
struct Sides {
  std::int64_t player = 0;
  std::int64_t opponent = 0;
  std::size_t seat = 0;  ///< of the player, from 0
};

/// One key of statistics: a code for each game and player, and its meaning.
class StatsColumn {
 public:
  /// \param is_ordered  true if codes sort like their values.
  explicit StatsColumn(StatsTable::Column column, bool is_ordered = false)
      : column_(std::move(column)), is_ordered_(is_ordered) {}
  virtual ~StatsColumn() = default;

  [[nodiscard]] const StatsTable::Column& column() const { return column_; }
  [[nodiscard]] bool is_ordered() const { return is_ordered_; }
  /// Gets the facts of a chunk; they stay valid until the next call.
  virtual void load(FactChunk& chunk) = 0;
  /// \param place  in the chunk.
  [[nodiscard]] virtual std::int64_t code(std::size_t place, const Sides& sides) = 0;
  [[nodiscard]] Value value(std::int64_t code) {
    return code == kUnknownCode ? Value() : known_value(code);
  }

 private:
  virtual Value known_value(std::int64_t code) = 0;

  StatsTable::Column column_;
  bool is_ordered_;
};
using StatsColumnPtr = std::unique_ptr<StatsColumn>;

/// \param question  tells the step of lengths and how long openings are.
/// \param players  outlive the column. \pre key is not StatsKey::pair, which is two columns.
[[nodiscard]] StatsColumnPtr make_stats_column(StatsKey key, const StatsQuestion& question,
                                               SqlConnection& sql, People& players);

/// The first moves of games, as many as openings have; equal beginnings of scripts are replayed
/// once.
[[nodiscard]] StatsColumnPtr make_opening_column(SqlConnection& sql, const StatsQuestion& question);

}  // namespace ludex
