#pragma once

#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/sql/sql_statement.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

namespace ludex {

/// The facts of one game; index with fact_index().
using FactRow = std::array<std::int64_t, kFactCount>;

[[nodiscard]] constexpr std::size_t fact_index(Fact fact) {
  return static_cast<std::size_t>(fact) - 1;
}

/// Appends facts in the order of game ids. A chunk is written when it is full, and by flush(), so
/// before every commit.
class FactWriter {
 public:
  FactWriter(SqlConnection& sql, std::int64_t next_game);

  void append(const FactRow& row);
  void flush();

  /// Changes one fact of games already written, chunk by chunk: `change` gets the id and the value
  /// of every game in [first, last] and returns the new one. \pre flush() was called.
  void update(Fact fact, GameId first, GameId last,
              const std::function<std::int64_t(GameId, std::int64_t)>& change);

 private:
  void write_chunk();
  void put(Fact fact, std::int64_t chunk, std::span<const std::int64_t> values);
  void load_open_chunk();

  SqlConnection& sql_;
  SqlStatement replace_;
  std::int64_t chunk_;
  std::array<std::vector<std::int64_t>, kFactCount> columns_;
  bool changed_ = false;
};

}  // namespace ludex
