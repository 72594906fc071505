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

/// How the records of games were read when they were indexed.
class RecordReadings {
 public:
  struct Reading {
    RecordId record = RecordId::none;
    Format format{};
    TextForm form = TextForm::bytes;
    std::optional<Charset> charset;  ///< none for UTF-16, which the parser makes UTF-8
    bool has_text = false;           ///< it was kept
  };
  explicit RecordReadings(SqlConnection& sql);

  /// Of the record of a game; RecordId::none if there is no such game.
  [[nodiscard]] Reading find(GameId game);

 private:
  SqlStatement select_;
};

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
