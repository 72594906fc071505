#pragma once

#include "formats/charset/charset.hpp"
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

/// How a record was read when it was indexed.
struct RecordReading {
  RecordId record = RecordId::none;
  Format format{};
  TextForm form = TextForm::bytes;
  std::optional<Charset> charset;  ///< none for UTF-16, which the parser makes UTF-8
  bool has_text = false;           ///< the text was stored
};

/// How the records of games were read.
class RecordReadings {
 public:
  explicit RecordReadings(SqlConnection& sql);

  /// The record of a game; RecordId::none if the game does not exist.
  [[nodiscard]] RecordReading find(GameId game);

 private:
  SqlStatement select_;
};

/// The record of a stored game, read again.
struct GameRecord {
  Format format{};
  std::unique_ptr<const std::string> text;  ///< the text to which `reader` refers
  std::unique_ptr<RecordReader> reader;
  std::size_t index = 0;  ///< of the game among those of its record
};

/// Games of a record have consecutive ids in its order. Ids of removed games stay in the facts.
[[nodiscard]] std::size_t index_in_record(FactReader& facts, GameId game);

/// Reads a record again. None if it has fewer games than `index` says.
[[nodiscard]] std::optional<GameRecord> read_again(const RecordReading& reading, std::string text,
                                                   std::size_t index);

/// Reads the record of a game in the charset in which it was indexed. None if its text was not
/// stored or the game does not exist. Cost: a parse. \throws DatabaseError: damaged.
[[nodiscard]] std::optional<GameRecord> read_game_record(SqlConnection& sql, FactReader& facts,
                                                         RecordTexts& texts, GameId game);

}  // namespace ludex
