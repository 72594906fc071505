#include "query/rows/game_record.hpp"

#include "formats/charset/charset.hpp"

namespace ludex {
namespace {

/// Games of a record have successive ids, in its order. Ids of removed ones stay in the facts.
std::size_t index_in_record(FactReader& facts, GameId game) {
  const std::int64_t record = facts.value(Fact::record, game);
  std::size_t index = 0;
  for (std::int64_t id = raw(game) - 1; id > 0; --id, ++index) {
    if (facts.value(Fact::record, GameId{id}) != record) break;
  }
  return index;
}

}  // namespace

std::optional<GameRecord> read_game_record(SqlConnection& sql, FactReader& facts,
                                           RecordTexts& texts, GameId game) {
  SqlStatement select(sql,
                      "SELECT r.id, r.format, r.form, c.written FROM game g "
                      "JOIN record r ON r.id = g.record_id "
                      "LEFT JOIN phrase c ON c.id = g.charset "
                      "WHERE g.id = ? AND r.text_block IS NOT NULL");
  select.bind(1, raw(game));
  if (!select.step()) return std::nullopt;
  const RecordId record{select.integer(0)};
  const auto form = static_cast<TextForm>(select.integer(2));
  ReadOptions options;
  const bool is_utf16 = is_wide(form);
  if (!is_utf16) options.charset = find_charset(select.string(3));
  GameRecord found;
  found.format = static_cast<Format>(select.integer(1));
  select.reset();  // a statement that is not done keeps writers out
  found.text = std::make_unique<const std::string>(texts.text(record));
  found.reader = make_record_reader(found.format, options);
  if (found.reader->read({*found.text, form})) return std::nullopt;
  found.index = index_in_record(facts, game);
  if (found.index >= found.reader->game_count()) return std::nullopt;
  return found;
}

}  // namespace ludex
