#pragma once

#include "query/rows/game_record.hpp"
#include "query/search/game_positions.hpp"
#include "sql/table_function.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"

#include <cstdint>
#include <optional>

namespace ludex {

/// What reads games, kept from call to call: preparing it costs more than an answer.
class StoreReaders {
 public:
  /// \throws DatabaseError unless this is a database of Ludex, of a version known here.
  explicit StoreReaders(SqlConnection& sql);

  /// Whether nobody has written since: what is kept of blocks is what they hold.
  [[nodiscard]] bool is_current();

  GamePositions positions;
  FactReader facts;
  RecordTexts texts;

 private:
  SqlStatement select_version_;
  std::int64_t version_;
};

/// The record of the game that an argument of a function names; none where it is no answer, or its
/// text was not kept.
[[nodiscard]] std::optional<GameRecord> find_game_record(SqlConnection& sql, StoreReaders& readers,
                                                         sqlite3_value* game_id);

}  // namespace ludex
