#pragma once

#include "store/facts.hpp"
#include "store/game_columns.hpp"
#include "store/game_row.hpp"
#include "store/row_block.hpp"
#include "store/row_fields.hpp"
#include "store/row_inserter.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace ludex {

/// True for columns of the table `game` that a new row fills.
[[nodiscard]] constexpr bool is_inserted(const GameColumn& column) {
  return column.is_stored() && !column.is_of_record();
}

/// A game that has its ids. Its row stays where it is, and as it is, until the game is stored.
struct PlacedGame {
  const GameRow* row = nullptr;
  GamePlace place;
  std::int64_t id = 0;
  std::int64_t first_posting = 0;
};

/// The ids of a batch's texts, after a 0, and BatchTexts::places().
struct BatchTextIds {
  std::span<const std::int64_t> ids;
  std::span<const std::uint32_t> places;
};

/// Up to 32 games of one block of rows as the tables take them: made by any thread, written by one.
/// Its memory is used again.
class PreparedGames {
 public:
  static constexpr std::size_t kMost = FactsOfGames::kMost;
  static_assert(kMost == static_cast<std::size_t>(kGamesPerRowBlock));

  PreparedGames();

  void add(const PlacedGame& game, const BatchTextIds& texts);
  /// Row and facts of a game; its seats and problems are added by the caller.
  void add(std::int64_t id, const RowFields& fields, const FactRow& facts);
  void clear();

  RowCells games, seats, problems;
  FactsOfGames facts;
  RowBlock packed_rows;

 private:
  class Reader;
  RowFields fields_;  // of the game that is added
  std::string packed_row_;
};

}  // namespace ludex
