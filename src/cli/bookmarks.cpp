#include "cli/bookmarks.hpp"

#include "cli/record_readings.hpp"
#include "ludex/replay/record_reader.hpp"
#include "ludex/store/record_texts.hpp"

#include <SQLiteCpp/Statement.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace ludex::cli {

namespace {

/// Where the record of a game lies.
struct RecordPlace {
  RecordId record = RecordId::none;
  std::size_t index = 0;  ///< of the game among those of its record
};

/// None for a game without a text.
std::optional<RecordPlace> find_place(SQLite::Database& sql, GameId game) {
  SQLite::Statement select(
      sql,
      "SELECT record_id, (SELECT count(*) FROM game other WHERE other.record_id = game.record_id "
      "AND other.id < game.id) FROM game JOIN record ON record.id = record_id "
      "WHERE game.id = ? AND text_block IS NOT NULL");
  select.bind(1, raw(game));
  if (!select.executeStep()) return std::nullopt;
  return RecordPlace{static_cast<RecordId>(select.getColumn(0).getInt64()),
                     static_cast<std::size_t>(select.getColumn(1).getInt64())};
}

/// "bookmark" in any case and any encoding of ASCII letters.
bool may_hold_bookmark(std::string_view text) {
  constexpr std::string_view kWord = "bookmark";
  std::size_t met = 0;
  for (const char c : text) {
    if (c == '\0') continue;  // UTF-16
    const char letter = static_cast<char>(c | 0x20);
    met = letter == kWord[met] ? met + 1 : std::size_t{letter == kWord[0]};
    if (met == kWord.size()) return true;
  }
  return false;
}

}  // namespace

std::vector<Bookmark> read_bookmarks(Database& database, GameId game) {
  const RecordReading reading = RecordReadings(database.sql()).get(game);
  const auto place = find_place(database.sql(), game);
  if (!place || reading.format != Format::sgf) return {};
  const std::string text = RecordTexts(database.sql()).text(place->record);
  if (!may_hold_bookmark(text)) return {};
  const auto reader = make_record_reader(Format::sgf, {.charset = reading.charset});
  if (reader->read({.text = text, .form = reading.form})) return {};
  if (place->index >= reader->game_count()) return {};
  ReplayScript script;
  reader->compile(place->index, script, nullptr);
  return std::move(script.bookmarks);
}

}  // namespace ludex::cli
