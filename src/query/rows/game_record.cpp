#include "query/rows/game_record.hpp"

#include <utility>

namespace ludex {

std::size_t index_in_record(FactReader& facts, GameId game) {
  const std::int64_t record = facts.value(Fact::record, game);
  std::size_t index = 0;
  for (std::int64_t id = raw(game) - 1; id > 0; --id, ++index) {
    if (facts.value(Fact::record, GameId{id}) != record) break;
  }
  return index;
}

RecordReadings::RecordReadings(SqlConnection& sql)
    : select_(sql,
              "SELECT r.id, r.format, r.form, c.written, r.text_block IS NOT NULL FROM game g "
              "JOIN record r ON r.id = g.record_id "
              "LEFT JOIN phrase c ON c.id = g.charset WHERE g.id = ?") {}

RecordReading RecordReadings::find(GameId game) {
  RecordReading reading;
  if (!select_.find(raw(game))) return reading;
  reading.record = RecordId{select_.integer(0)};
  reading.format = stored_format(select_.integer(1));
  reading.form = stored_form(select_.integer(2));
  if (!is_wide(reading.form)) reading.charset = find_charset(select_.string(3));
  reading.has_text = select_.integer(4) != 0;
  select_.reset();  // an unfinished statement blocks writers
  return reading;
}

std::optional<GameRecord> read_again(const RecordReading& reading, std::string text,
                                     std::size_t index) {
  ReadOptions options;
  options.charset = reading.charset;
  GameRecord found;
  found.format = reading.format;
  found.text = std::make_unique<const std::string>(std::move(text));
  found.reader = make_record_reader(reading.format, options);
  if (found.reader->read({*found.text, reading.form})) return std::nullopt;
  found.index = index;
  if (found.index >= found.reader->game_count()) return std::nullopt;
  return found;
}

std::optional<GameRecord> read_game_record(SqlConnection& sql, FactReader& facts,
                                           RecordTexts& texts, GameId game) {
  const RecordReading reading = RecordReadings(sql).find(game);
  if (!reading.has_text) return std::nullopt;
  return read_again(reading, texts.text(reading.record), index_in_record(facts, game));
}

}  // namespace ludex
