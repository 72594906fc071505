#pragma once

#include "ludex/notation.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace ludex {

/// A value of a view: NULL, an integer, a real number, or text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Receives a row; returns false to stop.
using RowVisitor = std::function<bool(std::span<const Value>)>;

/// Rows of a view, and what their columns are called.
struct ValueRows {
  std::vector<std::string> columns;
  std::vector<std::vector<Value>> rows;
};

/// What belongs to a game beside its row: the views game_players, properties and problems, without
/// its id.
struct GameDetails {
  ValueRows players, properties, problems;
};

/// The columns of the view `games` in order.
[[nodiscard]] std::vector<std::string> game_columns();

/// A column of the view, or `ply` or `hits`. NULL comes last in both directions. Text is compared
/// bytewise.
struct SortKey {
  std::string column;
  bool descending = false;
  friend bool operator==(const SortKey&, const SortKey&) = default;
};

/// `date_from,-moves`. \throws UsageError
[[nodiscard]] std::vector<SortKey> parse_sort(std::string_view text);

/// Which rows are listed, and how.
struct Listing {
  std::vector<std::string> columns{};  ///< of the view; empty: all
  std::vector<SortKey> sort{};         ///< none: by id
  std::int64_t offset = 0;             ///< number of rows to skip
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  bool with_hits = false;  ///< add the columns of kHitColumns
  bool all_hits = false;   ///< a row for each hit, not only for the first hit of a game
  Notation notation = Notation::native;  ///< of next_move
};

/// Follow the columns of the view if the query has positions: ply, orientation (maps the query onto
/// the game), next_move (on the board of the query; NULL at the end of the line), and how often the
/// position occurs in the game.
inline constexpr std::string_view kHitColumns[] = {"ply", "orientation", "next_move", "hits"};

/// Follow these if the query has a pattern: its top left point on the board, and `same` or
/// `swapped` for its colors. next_move is then the first later move inside its rectangle, in points
/// of the pattern.
inline constexpr std::string_view kPatternColumns[] = {"top_left", "colors"};

/// The names of a row's columns; shared by the rows of a listing.
class RowColumns {
 public:
  explicit RowColumns(std::vector<std::string> names) : names_(std::move(names)) {}
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// npos if the column does not exist.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::vector<std::string> names_;
};

/// One game: a row of the view `games`, with accessors for the common columns. Columns missing from
/// the listing read as unknown. Valid until the next game of its range.
class Game {
 public:
  Game(const RowColumns& columns, std::span<const Value> row) : columns_(&columns), row_(row) {}

  [[nodiscard]] GameId id() const { return GameId{whole("id").value_or(0)}; }
  [[nodiscard]] std::string_view type() const { return text("game"); }  ///< "go", "sgf:9"
  [[nodiscard]] std::string_view black() const { return text("black"); }
  [[nodiscard]] std::string_view white() const { return text("white"); }
  [[nodiscard]] std::string_view players() const { return text("players"); }  ///< all seats
  [[nodiscard]] std::string_view event() const { return text("event"); }
  [[nodiscard]] std::string_view round() const { return text("round"); }
  [[nodiscard]] std::string_view place() const { return text("place"); }
  [[nodiscard]] std::string_view date() const { return text("date"); }            ///< as written
  [[nodiscard]] std::string_view date_from() const { return text("date_from"); }  ///< YYYY-MM-DD
  [[nodiscard]] std::string_view date_to() const { return text("date_to"); }
  [[nodiscard]] std::string_view result() const { return text("result"); }  ///< "B+3.5", "W+R"
  [[nodiscard]] std::optional<double> komi() const { return number("komi"); }
  [[nodiscard]] std::optional<std::int64_t> handicap() const { return whole("handicap"); }
  [[nodiscard]] std::optional<std::int64_t> moves() const { return whole("moves"); }
  [[nodiscard]] std::string_view source() const { return text("source"); }
  [[nodiscard]] RecordId record() const { return RecordId{whole("record_id").value_or(0)}; }
  [[nodiscard]] std::optional<std::int64_t> ply() const { return whole("ply"); }  ///< of the hit

  /// Any column by its name; NULL if it does not exist.
  [[nodiscard]] const Value& operator[](std::string_view column) const;
  /// Empty for NULL. \pre the column holds text
  [[nodiscard]] std::string_view text(std::string_view column) const;
  [[nodiscard]] std::optional<std::int64_t> whole(std::string_view column) const;
  [[nodiscard]] std::optional<double> number(std::string_view column) const;

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_->names(); }
  [[nodiscard]] std::span<const Value> row() const { return row_; }

 private:
  const RowColumns* columns_;
  std::span<const Value> row_;
};

/// The rows of a listing, read a hundred at a time. No lock is held between two rows. An input
/// range: one pass; each row is valid until the next step.
class GameRange {
 public:
  /// Returns the next row; nothing after the last one. A row is valid until the next call.
  class Rows {
   public:
    virtual ~Rows() = default;
    [[nodiscard]] virtual const std::vector<Value>* next() = 0;
  };
  GameRange(std::vector<std::string> columns, std::unique_ptr<Rows> rows)
      : columns_(std::make_unique<RowColumns>(std::move(columns))), rows_(std::move(rows)) {}

  class Iterator {
   public:
    using iterator_concept = std::input_iterator_tag;
    using value_type = Game;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    explicit Iterator(const GameRange& range) : range_(&range), row_(range.rows_->next()) {}
    Game operator*() const { return {*range_->columns_, *row_}; }
    Iterator& operator++() {
      row_ = range_->rows_->next();
      return *this;
    }
    void operator++(int) { ++*this; }
    friend bool operator==(const Iterator& it, std::default_sentinel_t) {
      return it.row_ == nullptr;
    }

   private:
    const GameRange* range_ = nullptr;
    const std::vector<Value>* row_ = nullptr;
  };

  [[nodiscard]] Iterator begin() const { return Iterator(*this); }
  [[nodiscard]] std::default_sentinel_t end() const { return {}; }
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_->names(); }

 private:
  std::unique_ptr<RowColumns> columns_;
  std::unique_ptr<Rows> rows_;
};

/// How many games an answer leaves out, or searched only in part.
struct LeftOut {
  std::int64_t undated = 0;  ///< left out: without a date, but matching otherwise
  std::int64_t silent = 0;   ///< left out: without a known handicap, but matching otherwise
  std::int64_t copies = 0;   ///< left out by Query::unique
  /// Searched in part: Query::text saw only the comment of their root.
  std::int64_t root_text = 0;
  friend bool operator==(const LeftOut&, const LeftOut&) = default;
};

/// The games that match a query, and notes on the answer.
struct GameSet : LeftOut {
  std::int64_t games = 0;
  std::int64_t hits = 0;  ///< how often the first position or pattern of the query occurs
  /// Hints on how the positions of the query can be misunderstood, one sentence each.
  std::vector<std::string> notes;
  std::shared_ptr<const void> found;  ///< internal data of the engine
};

}  // namespace ludex
