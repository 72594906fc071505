#include "query/game_columns.hpp"

#include "ludex/core/date.hpp"
#include "ludex/core/game_result.hpp"
#include "ludex/core/game_type.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

using Text = std::optional<std::string_view>;

std::string select_of(std::span<const std::string_view> fields) {
  const bool needs_record = std::any_of(
      fields.begin(), fields.end(), [](std::string_view field) { return field.starts_with("r."); });
  return fmt::format("SELECT {} FROM game g {}WHERE g.id = ?", fmt::join(fields, ", "),
                     needs_record ? "LEFT JOIN record r ON r.id = g.record_id " : "");
}

/// Uses the room of a text that stands there already.
void set(Value& value, Text text) {
  if (!text) {
    value = std::monostate();
  } else if (auto* const old = std::get_if<std::string>(&value)) {
    old->assign(*text);
  } else {
    value.emplace<std::string>(*text);
  }
}

void plain(GameTables& tables, const FieldPlaces& at, Value& value) {
  const RowStatement& row = tables.row();
  switch (row.type(at[0])) {
    case SQLITE_INTEGER:
      value = row.integer(at[0]);
      break;
    case SQLITE_FLOAT:
      value = row.real(at[0]);
      break;
    case SQLITE_NULL:
      value = std::monostate();
      break;
    default:
      set(value, row.bytes(at[0]));
  }
}

void name(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, tables.name(at[0]));
}
void phrase(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, tables.phrase(at[0]));
}
void source(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, tables.source(at[0]));
}
void member(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, tables.member(at[0]));
}

bool is_crossword(GameTables& tables, int field) {
  return tables.row().integer(field) == static_cast<int>(GameType::crossword);
}

void seat_name(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, is_crossword(tables, at[1]) ? Text() : tables.name(at[0]));
}

void players(GameTables& tables, const FieldPlaces& at, Value& value) {
  if (is_crossword(tables, at[2])) {
    set(value, tables.seat_names(tables.row().integer(at[3])));
    return;
  }
  const Text black = tables.name(at[0]);
  if (!black) {
    set(value, tables.name(at[1]));
    return;
  }
  std::string both(*black);
  if (const Text white = tables.name(at[1])) both.append(", ").append(*white);
  set(value, both);
}

void game(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, game_name(static_cast<GameType>(tables.row().integer(at[0]))));
}

void kind(GameTables& tables, const FieldPlaces& at, Value& value) {
  switch (tables.row().integer(at[0])) {
    case 1:
      return set(value, "game");
    case 2:
      return set(value, "problem");
    default:
      return set(value, "position");
  }
}

void size(GameTables& tables, const FieldPlaces& at, Value& value) {
  const RowStatement& row = tables.row();
  const std::int64_t width = row.integer(at[0]), height = row.integer(at[1]);
  if (row.is_null(at[0]) || row.is_null(at[1])) {
    set(value, std::nullopt);
  } else {
    set(value, width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height));
  }
}

void date(GameTables& tables, const FieldPlaces& at, Value& value) {
  if (tables.row().is_null(at[0])) return set(value, std::nullopt);
  auto rest = tables.row().integer(at[0]);
  std::string iso = "0000-00-00";
  for (std::size_t i = iso.size(); i-- > 0;) {
    if (iso[i] == '-') continue;
    iso[i] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  set(value, iso);
}

/// The word with a number, from 1; NULL for others.
template <std::size_t N>
void set_word(std::int64_t number, const std::string_view (&words)[N], Value& value) {
  const bool known = number >= 1 && number <= static_cast<std::int64_t>(N);
  set(value, known ? Text(words[number - 1]) : std::nullopt);
}

void date_precision(GameTables& tables, const FieldPlaces& at, Value& value) {
  static constexpr std::string_view kWords[] = {"day", "month", "year", "range"};
  set_word(tables.row().integer(at[0]), kWords, value);
}

void result_from(GameTables& tables, const FieldPlaces& at, Value& value) {
  static constexpr std::string_view kWords[] = {"written", "end-mark", "summary", "resignation",
                                                "replay"};
  set_word(tables.row().integer(at[0]), kWords, value);
}

void winner(GameTables& tables, const FieldPlaces& at, Value& value) {
  static constexpr std::string_view kWords[] = {"B", "W", "draw"};
  set_word(tables.row().integer(at[0]), kWords, value);
}

void winner_seat(GameTables& tables, const FieldPlaces& at, Value& value) {
  const std::int64_t winner = tables.row().integer(at[0]);
  constexpr std::int64_t kThird = static_cast<std::int64_t>(Winner::third);
  constexpr std::int64_t kFourth = static_cast<std::int64_t>(Winner::fourth);
  if (winner == kThird || winner == kFourth) {
    value = winner - kThird + 3;
  } else if (winner >= 1 && winner <= 3) {
    value = winner == 3 ? 0 : winner;
  } else {
    set(value, std::nullopt);
  }
}

void win_by(GameTables& tables, const FieldPlaces& at, Value& value) {
  static constexpr std::string_view kWords[] = {
      "resign", "score",      "time",       "forfeit", "illegal",  "declaration",
      "mate",   "connection", "repetition", "impasse", "max_moves"};
  set_word(tables.row().integer(at[0]), kWords, value);
}

void result(GameTables& tables, const FieldPlaces& at, Value& value) {
  const RowStatement& row = tables.row();
  const auto winner = static_cast<Winner>(row.integer(at[0]));
  if (winner == Winner::draw) return set(value, "Draw");
  if (winner == Winner::void_game) return set(value, "Void");
  if (winner == Winner::asked) return set(value, "?");
  if (winner != Winner::first && winner != Winner::second) return set(value, std::nullopt);
  char text[40] = {winner == Winner::first ? 'B' : 'W', '+'};
  switch (static_cast<WinBy>(row.integer(at[1]))) {
    case WinBy::resign:
      text[2] = 'R';
      break;
    case WinBy::time:
      text[2] = 'T';
      break;
    case WinBy::forfeit:
      text[2] = 'F';
      break;
    default:  // digits as the view's printf() makes them
      if (!row.is_null(at[2])) sqlite3_snprintf(sizeof text - 2, text + 2, "%g", row.real(at[2]));
  }
  set(value, text);
}

void date_derived_from(GameTables& tables, const FieldPlaces& at, Value& value) {
  const bool is_events = (tables.row().integer(at[0]) & 32) != 0;
  set(value, is_events ? Text("event") : std::nullopt);
}

void flags(GameTables& tables, const FieldPlaces& at, Value& value) {
  static constexpr std::string_view kWords[] = {"unclosed", "variations", "variations-indexed",
                                                "no-positions"};
  const std::int64_t bits = tables.row().integer(at[0]);
  std::string text;
  for (std::size_t i = 0; i < std::size(kWords); ++i) {
    if ((bits >> i & 1) != 0) text.append(text.empty() ? "" : " ").append(kWords[i]);
  }
  set(value, text.empty() ? Text() : Text(text));
}

void hash(GameTables& tables, const FieldPlaces& at, Value& value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::string_view bytes = tables.row().bytes(at[0]);
  set(value, "");
  auto& hex = std::get<std::string>(value);
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    hex += kDigits[byte >> 4];
    hex += kDigits[byte & 15];
  }
}

constexpr GameColumn kColumns[] = {
    {"id", {"g.id"}, plain},
    {"game", {"g.game"}, game},
    {"kind", {"g.kind"}, kind},
    {"size", {"g.width", "g.height"}, size},
    {"width", {"g.width"}, plain},
    {"height", {"g.height"}, plain},
    {"black", {"g.black", "g.game"}, seat_name},
    {"white", {"g.white", "g.game"}, seat_name},
    {"players", {"g.black", "g.white", "g.game", "g.id"}, players},
    {"black_rank", {"g.black_rank"}, phrase},
    {"white_rank", {"g.white_rank"}, phrase},
    {"black_rating", {"g.black_rating"}, plain},
    {"white_rating", {"g.white_rating"}, plain},
    {"event", {"g.event"}, name},
    {"round", {"g.round"}, name},
    {"place", {"g.place"}, name},
    {"date", {"g.date"}, plain},
    {"date_from", {"g.date_from"}, date},
    {"date_to", {"g.date_to"}, date},
    {"date_precision", {"g.date_precision"}, date_precision},
    {"result", {"g.winner", "g.win_by", "g.margin"}, result},
    {"result_raw", {"g.result_raw"}, plain},
    {"result_from", {"g.result_from"}, result_from},
    {"result_disputed", {"g.result_disputed"}, plain},
    {"winner", {"g.winner"}, winner},
    {"winner_seat", {"g.winner"}, winner_seat},
    {"win_by", {"g.win_by"}, win_by},
    {"margin", {"g.margin"}, plain},
    {"komi", {"g.komi"}, plain},
    {"handicap", {"g.handicap"}, plain},
    {"rules", {"g.rules"}, phrase},
    {"time_limit", {"g.time_limit"}, phrase},
    {"time_limit_seconds", {"g.time_limit_seconds"}, plain},
    {"overtime", {"g.overtime"}, phrase},
    {"moves", {"g.moves"}, plain},
    {"positions", {"g.positions"}, plain},
    {"first_illegal_ply", {"g.first_illegal_ply"}, plain},
    {"swap", {"g.swap"}, plain},
    {"game_name", {"g.game_name"}, phrase},
    {"annotator", {"g.annotator"}, phrase},
    {"opening", {"g.opening"}, phrase},
    {"published_in", {"g.published_in"}, phrase},
    {"entered_by", {"g.entered_by"}, phrase},
    {"external_id", {"g.external_id"}, plain},
    {"lexicon", {"g.lexicon"}, phrase},
    {"variant", {"g.variant"}, phrase},
    {"board_name", {"g.board_name"}, phrase},
    {"declared_game", {"g.declared_game"}, plain},
    {"charset", {"g.charset"}, phrase},
    {"application", {"g.application"}, phrase},
    {"flags", {"g.flags"}, flags},
    {"source", {"g.source_id"}, source},
    {"member", {"r.member_id"}, member},
    {"offset", {"r.offset"}, plain},
    {"length", {"r.length"}, plain},
    {"record_id", {"g.record_id"}, plain},
    {"record_hash", {"r.hash"}, hash},
    {"date_derived_from", {"g.flags"}, date_derived_from},
};

}  // namespace

std::span<const GameColumn> all_game_columns() { return kColumns; }

GameTables::GameTables(SQLite::Database& sql, std::span<const std::string_view> fields)
    : sql_(sql),
      row_(sql, select_of(fields)),
      names_(sql, "SELECT written FROM name WHERE id = ?", 8192),
      phrases_(sql, "SELECT written FROM phrase WHERE id = ?", 2048),
      sources_(sql, "SELECT name FROM source WHERE id = ? AND hidden = 0", 64),
      members_(sql, "SELECT NULLIF(name, '') FROM member WHERE id = ?", 64) {}

bool GameTables::step_to(std::int64_t game) {
  return row_.step_to(game) && sources_.find(row_.integer(0)).has_value();
}

std::optional<std::string> GameTables::seat_names(std::int64_t game) {
  if (!seats_) {
    seats_.emplace(sql_,
                   "SELECT n.written FROM seat s JOIN name n ON n.id = s.name "
                   "WHERE s.game_id = ? ORDER BY s.seat");
  }
  std::optional<std::string> names;
  for (bool more = seats_->step_to(game); more; more = seats_->step()) {
    if (names) names->append(", ");
    if (!names) names.emplace();
    names->append(seats_->bytes(0));
  }
  seats_->reset();
  return names;
}

}  // namespace ludex
