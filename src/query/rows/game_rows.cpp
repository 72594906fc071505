#include "query/rows/game_rows.hpp"

#include "core/cell_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"
#include "query/rows/line_cells.hpp"
#include "store/game_columns.hpp"
#include "store/row_block.hpp"
#include "store/sql/sqlite_file.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

/// The stored fields of one game, and the texts to which ids in them refer.
class GameTables {
 public:
  /// \param encode  texts of dictionaries have the form that it makes
  GameTables(SqlConnection& sql, TextCache::Encode encode)
      : sql_(sql),
        rows_(sql),
        texts_{TextCache(sql, "SELECT written FROM name WHERE id = ?", 8192, encode),
               TextCache(sql, "SELECT written FROM phrase WHERE id = ?", 2048, encode),
               TextCache(sql, "SELECT name FROM source WHERE id = ? AND hidden = 0", 64, encode),
               TextCache(sql, "SELECT NULLIF(name, '') FROM member WHERE id = ?", 64, encode)} {}

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
  /// The text of the id in the column's field. Valid until the next call. \pre it has a dictionary
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
static_assert(TextCache::kReadable >= kReadableBytes);  // texts become stored cells

/// Sets the value of one cell, reusing the memory of the value before: most texts are as long as
/// that of the previous row.
class ValueCell {
 public:
  explicit ValueCell(Value& value) : value_(value) {}

  void null() {
    if (!is_null(value_)) value_ = std::monostate();
  }
  void integer(std::int64_t number) { value_ = number; }
  void real(double number) { value_ = number; }
  void text(std::string_view text) {
    auto* const old = std::get_if<std::string>(&value_);
    if (old == nullptr) {
      value_.emplace<std::string>(text);
    } else if (old->size() == text.size()) {
      std::copy(text.begin(), text.end(), old->begin());
    } else {
      old->assign(text);
    }
  }
  void plain(std::string_view word) { text(word); }
  template <std::size_t kBytes>
  void plain(const std::array<char, kBytes>& bytes) {
    text({bytes.data(), bytes.size()});
  }
  void stored(std::string_view of_dictionary) { text(of_dictionary); }
  void join(std::string_view first) { text(first); }
  void join_on(std::string_view second) {
    std::get<std::string>(value_).append(", ").append(second);
  }
  void hex(std::string_view bytes) {
    text("");
    auto& digits = std::get<std::string>(value_);
    digits.resize(2 * bytes.size());
    write_hex(bytes, digits.data());
  }

 private:
  Value& value_;
};

constexpr const GameColumn& kBlack = get_column("black");
constexpr const GameColumn& kWhite = get_column("white");
constexpr std::size_t kGame = row_field("game");
constexpr std::size_t kWidth = row_field("width"), kHeight = row_field("height");
constexpr std::size_t kWinner = row_field("winner"), kWinBy = row_field("win_by");
constexpr std::size_t kMargin = row_field("margin");
constexpr std::size_t kFlags = row_field("flags");

/// What can be worked out once for many rows.
class Repeated {
 public:
  struct Game {
    std::string name;
    bool has_numbered_seats = false;
  };
  const Game& game(std::int64_t number) {
    if (number != game_number_ || game_.name.empty()) {
      const auto type = static_cast<GameType>(number);
      game_ = {game_name(type), traits_of(type).has_numbered_seats};
      game_number_ = number;
    }
    return game_;
  }

  const std::string& size(std::int64_t width, std::int64_t height) {
    if (width != width_ || height != height_ || size_.empty()) {
      size_ = width == height ? fmt::to_string(width) : fmt::format("{}x{}", width, height);
      width_ = width;
      height_ = height;
    }
    return size_;
  }

  /// Without a margin.
  const std::string& result(std::int64_t winner, std::int64_t win_by) {
    if (winner != winner_ || win_by != win_by_) {
      GameResult outcome;
      outcome.winner = static_cast<Winner>(winner);
      outcome.by = static_cast<WinBy>(win_by);
      result_ = to_text(outcome);
      winner_ = winner;
      win_by_ = win_by;
    }
    return result_;
  }

 private:
  std::int64_t game_number_ = 0;
  Game game_;
  std::int64_t width_ = 0, height_ = 0;
  std::string size_;
  std::int64_t winner_ = 0, win_by_ = 0;
  std::string result_;
};

/// The digits of printf() in the view. \pre room for kMostNumberBytes. \returns the end
char* write_margin(double margin, char* to) {
  constexpr double kMostHundredths = 1e6;  // their six digits are all that %g prints
  const double hundredths = margin * 100;
  if (hundredths >= 1 && hundredths < kMostHundredths && hundredths == std::floor(hundredths)) {
    return write_number(margin, to);
  }
  return write_text(general_text(margin), to);
}

std::array<char, 10> iso_day(std::int64_t day) {
  std::array<char, 10> iso{'0', '0', '0', '0', '-', '0', '0', '-', '0', '0'};
  for (std::size_t i = iso.size(); i-- > 0;) {
    if (iso[i] == '-') continue;
    iso[i] = static_cast<char>('0' + day % 10);
    day /= 10;
  }
  return iso;
}

/// A column, and what is asked of it for each row.
struct Column {
  explicit Column(const GameColumn& column)
      : is(&column),
        show(column.show),
        type(column.type),
        field(column.field),
        is_null_with_field(show == Show::plain || show == Show::text || show == Show::day) {}

  const GameColumn* is;
  Show show;
  ColumnType type;
  std::uint8_t field;
  /// True if the value is NULL where the field is: most fields of most games are.
  bool is_null_with_field;
};

/// Gives the value of a column of the view `games` to a cell: one call, or join() and join_on(). A
/// test compares the values with those of the view.
template <class Cell>
class CellWriter {
 public:
  explicit CellWriter(GameTables& tables) : tables_(tables) {}

  /// \pre the column is shown
  void write(const Column& column, Cell& cell) {
    if (column.is_null_with_field && row().is_null(column.field)) return cell.null();
    switch (column.show) {
      case Show::plain:
        return plain(column, cell);
      case Show::text:
        return stored(tables_.text(*column.is), cell);
      case Show::word:
        return plain_or_null(column.is->words->word_of(row().integer(column.field)), cell);
      case Show::day:
        return cell.plain(iso_day(row().integer(column.field)));
      case Show::id:
        return cell.integer(raw(tables_.game()));
      case Show::game:
        return cell.plain(repeated_.game(row().integer(kGame)).name);
      case Show::size:
        return size(cell);
      case Show::seat_name:
        return stored(has_numbered_seats() ? Text() : tables_.text(*column.is), cell);
      case Show::players:
        return players(cell);
      case Show::result:
        return result(cell);
      case Show::winner_seat:
        return winner_seat(cell);
      case Show::flags:
        return flags(cell);
      case Show::date_derived_from:
        return plain_or_null(
            has_flag(row().integer(kFlags), RowFlag::date_from_event) ? "event" : "", cell);
      case Show::hash:
        return cell.hex(row().bytes(column.field));
      case Show::never:
        return cell.null();
    }
  }

 private:
  [[nodiscard]] const RowFields& row() const { return tables_.row(); }
  bool has_numbered_seats() { return repeated_.game(row().integer(kGame)).has_numbered_seats; }

  static void stored(const Text& text, Cell& cell) { text ? cell.stored(*text) : cell.null(); }
  static void plain_or_null(std::string_view text, Cell& cell) {
    text.empty() ? cell.null() : cell.plain(text);
  }

  void plain(const Column& column, Cell& cell) {
    switch (column.type) {
      case ColumnType::integer:
        return cell.integer(row().integer(column.field));
      case ColumnType::real:
        return cell.real(row().real(column.field));
      case ColumnType::text:
      case ColumnType::blob:
        return cell.text(row().bytes(column.field));
    }
  }

  void size(Cell& cell) {
    if (row().is_null(kWidth) || row().is_null(kHeight)) return cell.null();
    cell.plain(repeated_.size(row().integer(kWidth), row().integer(kHeight)));
  }

  void players(Cell& cell) {
    if (has_numbered_seats()) {
      const auto names = tables_.seat_names();
      return names ? cell.text(*names) : cell.null();
    }
    // A text is valid only until the next one.
    if (!tables_.text(kWhite)) return stored(tables_.text(kBlack), cell);
    const Text black = tables_.text(kBlack);
    if (!black) return stored(tables_.text(kWhite), cell);
    cell.join(*black);
    cell.join_on(*tables_.text(kWhite));
  }

  void result(Cell& cell) {
    const std::string& outcome = repeated_.result(row().integer(kWinner), row().integer(kWinBy));
    if (!outcome.ends_with('+') || row().is_null(kMargin)) return plain_or_null(outcome, cell);
    std::array<char, kMostNumberBytes + 8> text;
    char* const end = write_margin(row().real(kMargin), write_text(outcome, text.data()));
    cell.plain(std::string_view(text.data(), static_cast<std::size_t>(end - text.data())));
  }

  void winner_seat(Cell& cell) {
    const std::int64_t winner = row().integer(kWinner);
    constexpr std::int64_t kThird = static_cast<std::int64_t>(Winner::third);
    constexpr std::int64_t kFourth = static_cast<std::int64_t>(Winner::fourth);
    if (winner == kThird || winner == kFourth) return cell.integer(winner - kThird + 3);
    if (winner < 1 || winner > 3) return cell.null();
    cell.integer(winner == 3 ? 0 : winner);
  }

  void flags(Cell& cell) {
    const std::int64_t bits = row().integer(kFlags);
    std::string text;
    for (const Word& flag : kRowFlagWords.all()) {
      if ((bits & flag.number) != 0) text.append(text.empty() ? "" : " ").append(flag.word);
    }
    plain_or_null(text, cell);
  }

  GameTables& tables_;
  Repeated repeated_;
};

std::vector<Column> get_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    const GameColumn* const column = find_column(name);
    if (column == nullptr || !column->is_shown()) {
      throw UsageError(fmt::format("there is no column '{}'; the columns are {}", name,
                                   fmt::join(game_columns(), ", ")));
    }
    columns.emplace_back(*column);
  }
  return columns;
}

}  // namespace

class GameRows::Reader {
 public:
  Reader(SqlConnection& sql, std::vector<Column> columns)
      : tables_(sql, nullptr), writer_(tables_), columns_(std::move(columns)) {}

  bool read(GameId game, std::vector<Value>& row) {
    if (!tables_.find(game)) return false;
    row.resize(columns_.size());
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      ValueCell cell(row[i]);
      writer_.write(columns_[i], cell);
    }
    return true;
  }
  void release() { tables_.reset(); }

 private:
  GameTables tables_;
  CellWriter<ValueCell> writer_;
  std::vector<Column> columns_;
};

class GameLines::Writer {
 public:
  virtual ~Writer() = default;
  virtual bool append(GameId game) = 0;
  virtual void append_id(GameId game) = 0;
  virtual void release() = 0;
  [[nodiscard]] virtual std::string_view text() const = 0;
  virtual void clear() = 0;
};

template <LineFormat kFormat>
class GameLines::WriterOf final : public Writer {
 public:
  WriterOf(SqlConnection& sql, const std::vector<std::string>& names)
      : tables_(sql, encode_cell<kFormat>),
        writer_(tables_),
        columns_(get_columns(names)),
        cells_(names) {}

  bool append(GameId game) override {
    if (!tables_.find(game)) return false;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      cells_.begin(i);
      writer_.write(columns_[i], cells_);
      cells_.end();
    }
    cells_.end_line();
    return true;
  }
  void append_id(GameId game) override {
    cells_.begin(0);
    cells_.integer(raw(game));
    cells_.end();
    cells_.end_line();
  }
  void release() override { tables_.reset(); }
  [[nodiscard]] std::string_view text() const override { return cells_.text(); }
  void clear() override { cells_.clear(); }

 private:
  GameTables tables_;
  CellWriter<LineCells<kFormat>> writer_;
  std::vector<Column> columns_;
  LineCells<kFormat> cells_;
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

GameLines::GameLines(Database& database, const std::vector<std::string>& columns,
                     LineFormat format) {
  SqlConnection& sql = database.sql();
  switch (format) {
    case LineFormat::csv:
      writer_ = std::make_unique<WriterOf<LineFormat::csv>>(sql, columns);
      break;
    case LineFormat::tsv:
      writer_ = std::make_unique<WriterOf<LineFormat::tsv>>(sql, columns);
      break;
    case LineFormat::json:
      writer_ = std::make_unique<WriterOf<LineFormat::json>>(sql, columns);
      break;
  }
}

GameLines::~GameLines() = default;

bool GameLines::append(GameId game) { return writer_->append(game); }
void GameLines::append_id(GameId game) { writer_->append_id(game); }
void GameLines::release() { writer_->release(); }
std::string_view GameLines::text() const { return writer_->text(); }
void GameLines::clear() { writer_->clear(); }

}  // namespace ludex
