#include "engine/sqlite/export/record_readings.hpp"

#include "store/sql/sql_statement.hpp"

namespace ludex {

RecordReadings::RecordReadings(SqlConnection& sql)
    : select_(sql,
              "SELECT record.form, charset.written, record.format FROM game "
              "JOIN record ON record.id = record_id "
              "LEFT JOIN phrase charset ON charset.id = game.charset WHERE game.id = ?") {}

RecordReading RecordReadings::get(GameId game) {
  RecordReading reading;
  if (!select_.find(raw(game))) return reading;
  reading.form = static_cast<TextForm>(select_.integer(0));
  const bool is_utf16 = is_wide(reading.form);
  if (!is_utf16) {  // the parser has made it UTF-8 already
    reading.charset = find_charset(select_.string(1)).value_or(Charset::utf8);
  }
  reading.format = static_cast<Format>(select_.integer(2));
  select_.reset();  // a statement that is not done keeps writers out
  return reading;
}

}  // namespace ludex
