#pragma once

#include "ludex/stats.hpp"
#include "query/filter/game_seats.hpp"
#include "store/facts.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ludex {

/// The code of an unrecorded value; sorts last.
inline constexpr std::int64_t kUnknownCode = std::numeric_limits<std::int64_t>::max();

/// Games that statistics count, some at a time, each at a place from 0.
class StatsGames {
 public:
  virtual ~StatsGames() = default;
  /// A fact of each place. Valid until other games come.
  [[nodiscard]] virtual const std::vector<std::int64_t>& values(Fact fact) = 0;
  /// All seats of a game, at least two. Valid until the next call.
  [[nodiscard]] virtual const std::vector<GameSeat>& seats(std::size_t place) = 0;
};

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
  /// Gets what it needs of some games, which stay valid until the next call.
  virtual void load(StatsGames& games) = 0;
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

/// A key whose values come from facts, without any text. nullptr: the key is another one.
/// \param question  has the step of lengths
[[nodiscard]] StatsColumnPtr make_number_column(StatsKey key, const StatsQuestion& question);

using CodeNaming = std::function<Value(std::int64_t code)>;
/// The player or the opponent. \param naming  of the code in Sides; never called for 0
[[nodiscard]] StatsColumnPtr make_player_column(StatsKey key, CodeNaming naming);
/// A key whose codes are made of a fact.
/// \param code  of a value of the fact: kUnknownCode, or what `naming` knows
[[nodiscard]] StatsColumnPtr make_fact_column(std::string_view name, Fact fact,
                                              std::function<std::int64_t(std::int64_t)> code,
                                              CodeNaming naming);

}  // namespace ludex
