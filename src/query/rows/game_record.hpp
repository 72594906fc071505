#pragma once

#include "formats/record_reader.hpp"
#include "ludex/types.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

namespace ludex {

/// The record of a stored game, read again.
struct GameRecord {
  Format format{};
  std::unique_ptr<const std::string> text;  ///< what `reader` looks at
  std::unique_ptr<RecordReader> reader;
  std::size_t index = 0;  ///< of the game among those of its record
};

/// Reads the record of a game in the charset it was indexed in; none where its text was not kept,
/// or there is no such game. Cost: a parse. \throws DatabaseError: damaged.
[[nodiscard]] std::optional<GameRecord> read_game_record(SqlConnection& sql, FactReader& facts,
                                                         RecordTexts& texts, GameId game);

}  // namespace ludex
