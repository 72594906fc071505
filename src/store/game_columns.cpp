#include "store/game_columns.hpp"

#include <fmt/format.h>

#include <cmath>

namespace ludex {
namespace {

constexpr std::string_view kSize =
    "CASE WHEN game.width IS NULL THEN NULL WHEN game.width = game.height "
    "THEN CAST(game.width AS TEXT) ELSE game.width || 'x' || game.height END";
constexpr std::string_view kPlayers =  // of seats 1 and 2
    "CASE WHEN game.game = 1002 THEN (SELECT group_concat(written, ', ') FROM (SELECT n.written "
    "FROM seat s JOIN name n ON n.id = s.name WHERE s.game_id = game.id ORDER BY s.seat)) "
    "ELSE COALESCE({0} || ', ' || {1}, {0}, {1}) END";
constexpr std::string_view kReason =
    "CASE game.win_by WHEN 1 THEN 'R' WHEN 3 THEN 'T' WHEN 4 THEN 'F' "
    "ELSE CASE WHEN game.margin IS NULL THEN '' ELSE printf('%g', game.margin) END END";
constexpr std::string_view kWinnerSeat =
    "CASE game.winner WHEN 1 THEN 1 WHEN 2 THEN 2 WHEN 3 THEN 0 WHEN 6 THEN 3 WHEN 7 THEN 4 END";

/// The word of each number, else NULL or `otherwise`.
std::string words_of(const WordTable& words, const std::string& number,
                     std::string_view otherwise) {
  std::string text = "CASE " + number;
  for (const Word& one : words.all()) {
    text += fmt::format(" WHEN {} THEN '{}'", one.number, one.word);
  }
  return text + std::string(otherwise) + " END";
}

std::string day_of(const std::string& number) {
  return fmt::format(
      "CASE WHEN {0} IS NOT NULL THEN printf('%04d-%02d-%02d', {0} / 10000, {0} / 100 % 100, "
      "{0} % 100) END",
      number);
}

/// A subquery and not a join: a query that does not name the column pays nothing for it, and the
/// table is not opened for NULL.
std::string written_in(std::string_view table, std::string_view column) {
  return fmt::format(
      "CASE WHEN game.{1} IS NOT NULL THEN (SELECT written FROM {0} WHERE id = game.{1}) END",
      table, column);
}

std::string text_of(const GameColumn& column) {
  switch (column.texts.table) {
    case Dictionary::Table::none:
      break;
    case Dictionary::Table::name:
      return written_in("name", column.name);
    case Dictionary::Table::phrase:
      return written_in("phrase", column.name);
    case Dictionary::Table::source:
      return "(SELECT name FROM source WHERE id = game.source_id)";
    case Dictionary::Table::member:
      return "NULLIF(member.name, '')";
  }
  return "NULL";
}

std::string words_of_flags() {
  std::string text;
  std::int64_t all = 0;
  for (const Word& flag : kRowFlagWords.all()) {
    all |= flag.number;
    text += fmt::format("{}CASE WHEN game.flags & {} THEN '{} ' ELSE '' END",
                        text.empty() ? "" : " || ", flag.number, flag.word);
  }
  return fmt::format("CASE WHEN game.flags & {} <> 0 THEN rtrim({}) END", all, text);
}

std::string expression_of(const GameColumn& column) {
  const std::string stored = sql_name(column);
  switch (column.show) {
    case Show::plain:
      return stored;
    case Show::text:
      return text_of(column);
    case Show::word:
      return words_of(*column.words, stored, "");
    case Show::day:
      return day_of(stored);
    case Show::id:
      return "game.id";
    case Show::game:
      return words_of(game_words(), stored, " ELSE 'sgf:' || " + stored);
    case Show::size:
      return std::string(kSize);
    case Show::seat_name:
      return fmt::format("CASE WHEN game.game <> 1002 THEN {} END", text_of(column));
    case Show::players:
      return fmt::format(kPlayers, written_in("name", "black"), written_in("name", "white"));
    case Show::result:
      return fmt::format(
          "CASE game.winner WHEN 3 THEN 'Draw' WHEN 4 THEN 'Void' WHEN 5 THEN '?' "
          "WHEN 1 THEN 'B+' || {0} WHEN 2 THEN 'W+' || {0} END",
          kReason);
    case Show::winner_seat:
      return std::string(kWinnerSeat);
    case Show::flags:
      return words_of_flags();
    case Show::date_derived_from:
      return fmt::format("CASE WHEN game.flags & {} THEN 'event' END",
                         static_cast<std::int64_t>(RowFlag::date_from_event));
    case Show::hash:
      return fmt::format("lower(hex({}))", stored);
    case Show::never:
      break;
  }
  return "NULL";
}

}  // namespace

namespace columns {

ColumnValue positions(const NewGame& game) {
  const bool all_lines = game.place.variations_indexed && game.row.branches > 0;
  return all_lines ? game.row.total_positions : game.row.main_positions;
}

ColumnValue first_illegal_ply(const NewGame& game) {
  return game.row.first_illegal_ply < 0 ? ColumnValue() : game.row.first_illegal_ply;
}

ColumnValue flags(const NewGame& game) {
  std::int64_t flags = 0;
  const auto set = [&](RowFlag flag, bool on) {
    if (on) flags |= static_cast<std::int64_t>(flag);
  };
  const bool branches = game.row.branches > 0;
  set(RowFlag::unclosed, game.info.unclosed);
  set(RowFlag::variations, branches);
  set(RowFlag::variations_indexed, branches && game.place.variations_indexed);
  set(RowFlag::no_positions, game.row.main_positions == 0);
  set(RowFlag::first_seat_is_white, game.info.first_seat_is_white);
  set(RowFlag::date_from_event, game.info.date_from_event);
  return flags;
}

ColumnValue record_hash(const NewGame& game) {
  const RecordHash& hash = game.place.hash;
  return ColumnValue::blob({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace columns

std::string sql_name(const GameColumn& column) {
  if (column.is_of_record()) return std::string(column.stored_as);
  return "game." + std::string(column.stored_name());
}

std::int64_t fact_of(const FactCodec& codec, const ColumnValue& value) {
  if (value.is_null()) return codec.unknown;
  switch (codec.form) {
    case FactCodec::Form::number:
      return value.integer();
    case FactCodec::Form::hundredths:
      return std::llround(value.real() * 100);
    case FactCodec::Form::rounded:
      return std::llround(value.real());
    case FactCodec::Form::presence:
    case FactCodec::Form::none:
      break;
  }
  return 1;
}

std::string games_view() {
  std::string columns;
  for (const GameColumn& column : kGameColumns) {
    if (!column.is_shown()) continue;
    columns += fmt::format("{}  {} AS {}", columns.empty() ? "" : ",\n", expression_of(column),
                           column.name);
  }
  return fmt::format(
      "CREATE VIEW games AS\nSELECT\n{}\nFROM game\n"
      "LEFT JOIN record ON record.id = game.record_id\n"
      "LEFT JOIN member ON member.id = record.member_id\n"
      "WHERE game.source_id NOT IN (SELECT id FROM source WHERE hidden = 1)",
      columns);
}

}  // namespace ludex
