#include "engine/sqlite/export/record_readings.hpp"

#include <SQLiteCpp/Column.h>

namespace ludex {

RecordReadings::RecordReadings(SQLite::Database& sql)
    : select_(sql,
              "SELECT record.form, charset.written, record.format FROM game "
              "JOIN record ON record.id = record_id "
              "LEFT JOIN phrase charset ON charset.id = game.charset WHERE game.id = ?") {}

RecordReading RecordReadings::get(GameId game) {
  RecordReading reading;
  select_.reset();
  select_.bind(1, raw(game));
  if (!select_.executeStep()) return reading;
  reading.form = static_cast<TextForm>(select_.getColumn(0).getInt());
  const bool is_utf16 = is_wide(reading.form);
  if (!is_utf16) {  // the parser has made it UTF-8 already
    reading.charset = find_charset(select_.getColumn(1).getString()).value_or(Charset::utf8);
  }
  reading.format = static_cast<Format>(select_.getColumn(2).getInt());
  select_.reset();  // a statement that is not done keeps writers out
  return reading;
}

}  // namespace ludex
