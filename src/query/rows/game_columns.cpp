#include "query/rows/game_columns.hpp"

#include "core/date.hpp"
#include "core/game_result.hpp"
#include "core/game_type.hpp"
#include "games/api/game_rules.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace ludex {
namespace {

using Text = std::optional<std::string_view>;

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

void id(GameTables& tables, const FieldPlaces&, Value& value) { value = raw(tables.game()); }

void integer(GameTables& tables, const FieldPlaces& at, Value& value) {
  if (tables.row().is_null(at[0])) return set(value, std::nullopt);
  value = tables.row().integer(at[0]);
}

void real(GameTables& tables, const FieldPlaces& at, Value& value) {
  if (tables.row().is_null(at[0])) return set(value, std::nullopt);
  value = tables.row().real(at[0]);
}

void text(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, tables.row().is_null(at[0]) ? Text() : tables.row().bytes(at[0]));
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

bool has_numbered_seats(GameTables& tables, std::size_t field) {
  return traits_of(static_cast<GameType>(tables.row().integer(field))).has_numbered_seats;
}

void seat_name(GameTables& tables, const FieldPlaces& at, Value& value) {
  set(value, has_numbered_seats(tables, at[1]) ? Text() : tables.name(at[0]));
}

void players(GameTables& tables, const FieldPlaces& at, Value& value) {
  if (has_numbered_seats(tables, at[2])) {
    set(value, tables.seat_names());
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
  const RowFields& row = tables.row();
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
  static constexpr std::string_view kWords[] = {"day", "month", "year", "range", "since"};
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
  const RowFields& row = tables.row();
  const auto winner = static_cast<Winner>(row.integer(at[0]));
  if (winner == Winner::draw) return set(value, "Draw");
  if (winner == Winner::void_game) return set(value, "Void");
  if (winner == Winner::asked) return set(value, "?");
  if (winner != Winner::first && winner != Winner::second) return set(value, std::nullopt);
  std::string text = winner == Winner::first ? "B+" : "W+";
  switch (static_cast<WinBy>(row.integer(at[1]))) {
    case WinBy::resign:
      text += 'R';
      break;
    case WinBy::time:
      text += 'T';
      break;
    case WinBy::forfeit:
      text += 'F';
      break;
    default:  // digits as the view's printf() makes them
      if (!row.is_null(at[2])) text += general_text(row.real(at[2]));
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
  hex.resize(2 * bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    hex[2 * i] = kDigits[byte >> 4];
    hex[2 * i + 1] = kDigits[byte & 15];
  }
}

constexpr GameColumn kColumns[] = {
    {"id", {}, id},
    {"game", {row_field("g.game")}, game},
    {"kind", {row_field("g.kind")}, kind},
    {"size", {row_field("g.width"), row_field("g.height")}, size},
    {"width", {row_field("g.width")}, integer},
    {"height", {row_field("g.height")}, integer},
    {"black", {row_field("g.black"), row_field("g.game")}, seat_name},
    {"white", {row_field("g.white"), row_field("g.game")}, seat_name},
    {"players", {row_field("g.black"), row_field("g.white"), row_field("g.game")}, players},
    {"black_rank", {row_field("g.black_rank")}, phrase},
    {"white_rank", {row_field("g.white_rank")}, phrase},
    {"black_rating", {row_field("g.black_rating")}, real},
    {"white_rating", {row_field("g.white_rating")}, real},
    {"event", {row_field("g.event")}, name},
    {"round", {row_field("g.round")}, name},
    {"place", {row_field("g.place")}, name},
    {"date", {row_field("g.date")}, text},
    {"date_from", {row_field("g.date_from")}, date},
    {"date_to", {row_field("g.date_to")}, date},
    {"date_precision", {row_field("g.date_precision")}, date_precision},
    {"result", {row_field("g.winner"), row_field("g.win_by"), row_field("g.margin")}, result},
    {"result_raw", {row_field("g.result_raw")}, text},
    {"result_from", {row_field("g.result_from")}, result_from},
    {"result_disputed", {row_field("g.result_disputed")}, integer},
    {"winner", {row_field("g.winner")}, winner},
    {"winner_seat", {row_field("g.winner")}, winner_seat},
    {"win_by", {row_field("g.win_by")}, win_by},
    {"margin", {row_field("g.margin")}, real},
    {"komi", {row_field("g.komi")}, real},
    {"handicap", {row_field("g.handicap")}, integer},
    {"rules", {row_field("g.rules")}, phrase},
    {"time_limit", {row_field("g.time_limit")}, phrase},
    {"time_limit_seconds", {row_field("g.time_limit_seconds")}, real},
    {"overtime", {row_field("g.overtime")}, phrase},
    {"moves", {row_field("g.moves")}, integer},
    {"positions", {row_field("g.positions")}, integer},
    {"first_illegal_ply", {row_field("g.first_illegal_ply")}, integer},
    {"swap", {row_field("g.swap")}, text},
    {"game_name", {row_field("g.game_name")}, phrase},
    {"annotator", {row_field("g.annotator")}, phrase},
    {"opening", {row_field("g.opening")}, phrase},
    {"published_in", {row_field("g.published_in")}, phrase},
    {"entered_by", {row_field("g.entered_by")}, phrase},
    {"external_id", {row_field("g.external_id")}, text},
    {"lexicon", {row_field("g.lexicon")}, phrase},
    {"variant", {row_field("g.variant")}, phrase},
    {"board_name", {row_field("g.board_name")}, phrase},
    {"declared_game", {row_field("g.declared_game")}, text},
    {"charset", {row_field("g.charset")}, phrase},
    {"application", {row_field("g.application")}, phrase},
    {"flags", {row_field("g.flags")}, flags},
    {"source", {row_field("g.source_id")}, source},
    {"member", {row_field("r.member_id")}, member},
    {"offset", {row_field("r.offset")}, integer},
    {"length", {row_field("r.length")}, integer},
    {"record_id", {row_field("g.record_id")}, integer},
    {"record_hash", {row_field("r.hash")}, hash},
    {"date_derived_from", {row_field("g.flags")}, date_derived_from},
};

}  // namespace

std::span<const GameColumn> all_game_columns() { return kColumns; }

GameTables::GameTables(SqlConnection& sql)
    : sql_(sql),
      rows_(sql),
      names_(sql, "SELECT written FROM name WHERE id = ?", 8192),
      phrases_(sql, "SELECT written FROM phrase WHERE id = ?", 2048),
      sources_(sql, "SELECT name FROM source WHERE id = ? AND hidden = 0", 64),
      members_(sql, "SELECT NULLIF(name, '') FROM member WHERE id = ?", 64) {}

bool GameTables::step_to(GameId game) {
  game_ = game;
  return rows_.find(game) && source(row_field("g.source_id")).has_value();
}

std::optional<std::string> GameTables::seat_names() {
  if (!seats_) {
    seats_.emplace(sql_,
                   "SELECT n.written FROM seat s JOIN name n ON n.id = s.name "
                   "WHERE s.game_id = ? ORDER BY s.seat");
  }
  std::optional<std::string> names;
  for (bool more = seats_->find(raw(game_)); more; more = seats_->step()) {
    if (names) names->append(", ");
    if (!names) names.emplace();
    names->append(seats_->bytes(0));
  }
  seats_->reset();
  return names;
}

}  // namespace ludex
