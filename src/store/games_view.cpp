#include "store/games_view.hpp"

#include "store/game_columns.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <string_view>

namespace ludex {
namespace {

constexpr std::string_view kSize =
    "CASE WHEN game.width IS NULL THEN NULL WHEN game.width = game.height "
    "THEN CAST(game.width AS TEXT) ELSE game.width || 'x' || game.height END";
constexpr std::string_view kPlayers =  // of seats 1 and 2
    "CASE WHEN game.game = 1002 THEN (SELECT group_concat(written, ', ') FROM (SELECT n.written "
    "FROM seat s JOIN name n ON n.id = s.name WHERE s.game_id = game.id ORDER BY s.seat)) "
    "ELSE COALESCE((SELECT b.written || ', ' || w.written FROM name b, name w "
    "WHERE b.id = game.black AND w.id = game.white), "
    "(SELECT written FROM name WHERE id = COALESCE(game.black, game.white))) END";
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
      return "(SELECT NULLIF(member.name, '') FROM record JOIN member ON member.id = "
             "record.member_id WHERE record.id = game.record_id)";
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

/// What is stored of a game, or of its record.
std::string stored_value(const GameColumn& column) {
  const std::string name = sql_name(column);
  if (!column.is_of_record()) return name;
  return fmt::format("(SELECT {} FROM record WHERE id = game.record_id)", name);
}

std::string expression_of(const GameColumn& column) {
  const std::string stored = stored_value(column);
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
      return std::string(kPlayers);
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

bool has_hidden_source(SqlConnection& sql) {
  return SqlStatement(sql, "SELECT 1 FROM source WHERE hidden = 1").step();
}

}  // namespace

std::string games_view(bool leaves_out_hidden) {
  std::string columns;
  for (const GameColumn& column : kGameColumns) {
    if (!column.is_shown()) continue;
    columns += fmt::format("{}  {} AS {}", columns.empty() ? "" : ",\n", expression_of(column),
                           column.name);
  }
  return fmt::format("CREATE VIEW games AS\nSELECT\n{}\nFROM game{}", columns,
                     leaves_out_hidden ? "\nWHERE game.source_id NOT IN "
                                         "(SELECT id FROM source WHERE hidden = 1)"
                                       : "");
}

void fit_games_view(SqlConnection& sql) {
  const std::string view = games_view(has_hidden_source(sql));
  {
    SqlStatement stored(sql,
                        "SELECT sql FROM sqlite_schema WHERE type = 'view' AND name = 'games'");
    if (stored.step() && stored.string(0) == view) return;
  }
  sql.exec("DROP VIEW IF EXISTS games; " + view);
}

}  // namespace ludex
