#pragma once

#include "query/filter/game_query.hpp"
#include "query/pattern/pattern_tally.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// A hit of a pattern as rows show it.
struct PatternRow {
  std::uint32_t ply = 0;
  std::string_view orientation;     ///< pattern onto board
  std::optional<std::string> next;  ///< the continuation, in points of the pattern
  std::string place;                ///< the top left of where it lies, in the game's notation
  std::string_view colors;          ///< "same", "swapped"
};

/// Finds the hits of games that hold a pattern, a few games at a time.
class PatternRows {
 public:
  PatternRows(SqlConnection& sql, std::shared_ptr<const ShownPattern> shown);

  /// Replaces the current games by these.
  void read(std::span<const GameId> games);
  /// In order; empty for a removed game. Valid until the next read().
  [[nodiscard]] std::span<const PatternRow> of(GameId game) const;

  /// A hit in words.
  [[nodiscard]] PatternRow row_of(GameId game, BoardSize size, const FoundPattern& hit);

 private:
  std::shared_ptr<const ShownPattern> shown_;
  PatternSearch search_;
  ContinuationNames names_;
  std::map<GameId, std::vector<PatternRow>> rows_;
};

}  // namespace ludex
