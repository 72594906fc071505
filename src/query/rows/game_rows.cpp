#include "query/rows/game_rows.hpp"

#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "store/game_columns.hpp"
#include "store/row_block.hpp"
#include "store/sql/sqlite_file.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// The stored fields of one game, and the texts to which ids in them refer.
class GameTables {
 public:
  explicit GameTables(SqlConnection& sql)
      : sql_(sql),
        rows_(sql),
        texts_{TextCache(sql, "SELECT written FROM name WHERE id = ?", 8192),
               TextCache(sql, "SELECT written FROM phrase WHERE id = ?", 2048),
               TextCache(sql, "SELECT name FROM source WHERE id = ? AND hidden = 0", 64),
               TextCache(sql, "SELECT NULLIF(name, '') FROM member WHERE id = ?", 64)} {}

  /// False if the game does not exist or its source is hidden.
  bool find(GameId game) {
    constexpr const GameColumn& kSource = get_column("source");
    game_ = game;
    return rows_.find(game) && text(kSource).has_value();
  }
  /// Releases the row.
  void reset() { rows_.reset(); }

  [[nodiscard]] GameId game() const { return game_; }
  [[nodiscard]] const RowFields& row() const { return rows_.fields(); }
  /// The text of the id in the column's field. \pre it has a dictionary
  std::optional<std::string_view> text(const GameColumn& column) {
    const auto cache = static_cast<std::size_t>(column.texts.table) - 1;
    return texts_[cache].find(row().integer(column.field));
  }
  /// Names of all seats, separated by `, `; empty if there are none. For games whose players are
  /// only in the table `seat`.
  std::optional<std::string> seat_names() {
    if (!seats_) {
      seats_.emplace(sql_,
                     "SELECT n.written FROM seat s JOIN name n ON n.id = s.name "
                     "WHERE s.game_id = ? ORDER BY s.seat");
    }
    std::optional<std::string> names;
    for (bool more = seats_->find(raw(game_)); more; more = seats_->step()) {
      names ? names->append(", ") : names.emplace();
      names->append(seats_->bytes(0));
    }
    seats_->reset();
    return names;
  }

 private:
  SqlConnection& sql_;
  GameId game_ = GameId::none;
  RowReader rows_;
  std::array<TextCache, 4> texts_;  // by Dictionary::Table
  std::optional<SqlStatement> seats_;
};

using Text = std::optional<std::string_view>;

/// Reuses the memory of the previous text. Most texts are as long as that of the previous row.
void set_text(Value& value, std::string_view text) {
  auto* const old = std::get_if<std::string>(&value);
  if (old == nullptr) {
    value.emplace<std::string>(text);
  } else if (old->size() == text.size()) {
    std::copy(text.begin(), text.end(), old->begin());
  } else {
    old->assign(text);
  }
}

void set_null(Value& value) {
  if (!is_null(value)) value = std::monostate();
}

void set(Value& value, const Text& text) { text ? set_text(value, *text) : set_null(value); }

void id(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  value = raw(tables.game());
}

void plain(GameTables& tables, const GameColumn& column, Value& value) {
  const RowFields& row = tables.row();
  switch (column.type) {
    case ColumnType::integer:
      value = row.integer(column.field);
      break;
    case ColumnType::real:
      value = row.real(column.field);
      break;
    case ColumnType::text:
    case ColumnType::blob:
      set_text(value, row.bytes(column.field));
      break;
  }
}

void text(GameTables& tables, const GameColumn& column, Value& value) {
  set(value, tables.text(column));
}

void word(GameTables& tables, const GameColumn& column, Value& value) {
  const std::string_view word = column.words->word_of(tables.row().integer(column.field));
  word.empty() ? set_null(value) : set_text(value, word);
}

constexpr const GameColumn& kBlack = get_column("black");
constexpr const GameColumn& kWhite = get_column("white");
constexpr std::size_t kGame = row_field("game");
constexpr std::size_t kWidth = row_field("width"), kHeight = row_field("height");
constexpr std::size_t kWinner = row_field("winner"), kWinBy = row_field("win_by");
constexpr std::size_t kMargin = row_field("margin");
constexpr std::size_t kFlags = row_field("flags");

bool has_numbered_seats(GameTables& tables) {
  return traits_of(static_cast<GameType>(tables.row().integer(kGame))).has_numbered_seats;
}

void seat_name(GameTables& tables, const GameColumn& column, Value& value) {
  set(value, has_numbered_seats(tables) ? Text() : tables.text(column));
}

void players(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  if (has_numbered_seats(tables)) {
    set(value, tables.seat_names());
    return;
  }
  const Text black = tables.text(kBlack);
  if (!black) {
    set(value, tables.text(kWhite));
    return;
  }
  set_text(value, *black);
  if (const Text white = tables.text(kWhite)) {
    std::get<std::string>(value).append(", ").append(*white);
  }
}

void game(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  set(value, game_name(static_cast<GameType>(tables.row().integer(kGame))));
}

void size(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  const RowFields& row = tables.row();
  const std::int64_t width = row.integer(kWidth), height = row.integer(kHeight);
  if (row.is_null(kWidth) || row.is_null(kHeight)) {
    set_null(value);
  } else {
    set(value, width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height));
  }
}

void day(GameTables& tables, const GameColumn& column, Value& value) {
  auto rest = tables.row().integer(column.field);
  std::string iso = "0000-00-00";
  for (std::size_t i = iso.size(); i-- > 0;) {
    if (iso[i] == '-') continue;
    iso[i] = static_cast<char>('0' + rest % 10);
    rest /= 10;
  }
  set_text(value, iso);
}

void winner_seat(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  const std::int64_t winner = tables.row().integer(kWinner);
  constexpr std::int64_t kThird = static_cast<std::int64_t>(Winner::third);
  constexpr std::int64_t kFourth = static_cast<std::int64_t>(Winner::fourth);
  if (winner == kThird || winner == kFourth) {
    value = winner - kThird + 3;
  } else if (winner >= 1 && winner <= 3) {
    value = winner == 3 ? 0 : winner;
  } else {
    set_null(value);
  }
}

void result(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  const RowFields& row = tables.row();
  GameResult outcome;
  outcome.winner = static_cast<Winner>(row.integer(kWinner));
  outcome.by = static_cast<WinBy>(row.integer(kWinBy));
  std::string text = to_text(outcome);
  // Digits as printed by printf() in the view.
  if (text.ends_with('+') && !row.is_null(kMargin)) text += general_text(row.real(kMargin));
  text.empty() ? set_null(value) : set_text(value, text);
}

void date_derived_from(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  const bool is_events = has_flag(tables.row().integer(kFlags), RowFlag::date_from_event);
  set(value, is_events ? Text("event") : std::nullopt);
}

void flags(GameTables& tables, const GameColumn& /*column*/, Value& value) {
  const std::int64_t bits = tables.row().integer(kFlags);
  std::string text;
  for (const Word& flag : kRowFlagWords.all()) {
    if ((bits & flag.number) != 0) text.append(text.empty() ? "" : " ").append(flag.word);
  }
  text.empty() ? set_null(value) : set_text(value, text);
}

void hash(GameTables& tables, const GameColumn& column, Value& value) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  const std::string_view bytes = tables.row().bytes(column.field);
  set_text(value, "");
  auto& hex = std::get<std::string>(value);
  hex.resize(2 * bytes.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    hex[2 * i] = kDigits[byte >> 4];
    hex[2 * i + 1] = kDigits[byte & 15];
  }
}

/// Computes the value of a column of the view `games` from the fields of a game. \pre the field is
/// not NULL if is_null_with_field()
using ColumnReader = void (*)(GameTables& tables, const GameColumn& column, Value& value);

/// Each value equals that of the view; a test compares them. \pre the column is shown
ColumnReader reader_of(const GameColumn& column) {
  // clang-format off
  switch (column.show) {
    case Show::plain: return plain;
    case Show::text: return text;
    case Show::word: return word;
    case Show::day: return day;
    case Show::id: return id;
    case Show::game: return game;
    case Show::size: return size;
    case Show::seat_name: return seat_name;
    case Show::players: return players;
    case Show::result: return result;
    case Show::winner_seat: return winner_seat;
    case Show::flags: return flags;
    case Show::date_derived_from: return date_derived_from;
    case Show::hash: return hash;
    case Show::never: break;
  }
  // clang-format on
  throw std::logic_error("no column of the view games");
}

/// True if the value is NULL where the field is: most fields of most games are.
bool is_null_with_field(const GameColumn& column) {
  return column.show == Show::plain || column.show == Show::text || column.show == Show::day;
}

struct Column {
  const GameColumn* is;
  ColumnReader read;
  bool is_null_with_field;
};

std::vector<Column> get_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    const GameColumn* const column = find_column(name);
    if (column == nullptr || !column->is_shown()) {
      throw UsageError(fmt::format("there is no column '{}'; the columns are {}", name,
                                   fmt::join(game_columns(), ", ")));
    }
    columns.push_back({column, reader_of(*column), is_null_with_field(*column)});
  }
  return columns;
}

}  // namespace

class GameRows::Reader {
 public:
  Reader(SqlConnection& sql, std::vector<Column> columns)
      : tables_(sql), columns_(std::move(columns)) {}

  bool read(GameId game, std::vector<Value>& row) {
    if (!tables_.find(game)) return false;
    row.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const Column& column = columns_[i];
      if (column.is_null_with_field && tables_.row().is_null(column.is->field)) {
        set_null(row[i]);
      } else {
        column.read(tables_, *column.is, row[i]);
      }
    }
    return true;
  }
  void release() { tables_.reset(); }

 private:
  GameTables tables_;
  std::vector<Column> columns_;
};

std::vector<std::string> game_columns() {
  std::vector<std::string> names;
  for (const GameColumn& column : kGameColumns) {
    if (column.is_shown()) names.emplace_back(column.name);
  }
  return names;
}

GameRows::GameRows(Database& database, std::vector<std::string> columns)
    : columns_(std::move(columns)),
      reader_(std::make_unique<Reader>(database.sql(), get_columns(columns_))) {}

GameRows::~GameRows() = default;

bool GameRows::read(GameId game, std::vector<Value>& row) {
  const bool found = reader_->read(game, row);
  reader_->release();
  return found;
}

bool GameRows::read_on(GameId game, std::vector<Value>& row) { return reader_->read(game, row); }

void GameRows::release() { reader_->release(); }

}  // namespace ludex
