#pragma once

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

/// A value of a view: NULL, a whole number, a real one, or text.
using Value = std::variant<std::monostate, std::int64_t, double, std::string>;

/// Gets a row; returns false for no more.
using RowVisitor = std::function<bool(std::span<const Value>)>;

/// The columns of the view `games`, in its order.
[[nodiscard]] std::vector<std::string> game_columns();

/// A column of the view, or `ply` or `hits`. NULL comes last, either way; text is compared
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
  std::int64_t offset = 0;             ///< rows left out at the beginning
  std::int64_t limit = std::numeric_limits<std::int64_t>::max();
  bool with_hits = false;  ///< the columns of kHitColumns too
  bool all_hits = false;   ///< a row for each hit, not only for the first of a game
};

/// Behind the columns of the view where positions were asked for: ply, orientation (of the query on
/// the game), next_move (as on the query's board; NULL at the end of the line), and how often the
/// position occurs in the game.
inline constexpr std::string_view kHitColumns[] = {"ply", "orientation", "next_move", "hits"};

/// Behind these where a pattern was asked for: the top left point of where it lies, and `same` or
/// `swapped` for its colours. next_move is then the first later move that puts something on its
/// rectangle, in points of the pattern.
inline constexpr std::string_view kPatternColumns[] = {"place", "colors"};

/// The names of a row's columns; shared by the rows of a listing.
class RowColumns {
 public:
  explicit RowColumns(std::vector<std::string> names) : names_(std::move(names)) {}
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// npos if there is no such column.
  [[nodiscard]] std::size_t find(std::string_view name) const;
  static constexpr std::size_t npos = static_cast<std::size_t>(-1);

 private:
  std::vector<std::string> names_;
};

/// One game: a row of the view `games`, with a name for what is asked for most. Columns that the
/// listing leaves out read as unknown. A view: valid until the next game of its range.
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

  /// Any column by its name; NULL for one that is not there.
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

/// The rows of a listing, read a hundred at a time. No lock is held between two rows.
/// An input range: one pass, and what it gives is valid until the next step.
class GameRange {
 public:
  /// Gives row after row; nothing behind the last one. Each is valid until the next call.
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

/// Games that an answer leaves out.
struct LeftOut {
  std::int64_t undated = 0;  ///< they would be answers if they had a date
  std::int64_t silent = 0;   ///< they would be answers if they said their handicap
  std::int64_t copies = 0;   ///< by Query::unique: another one found stands for them
};

/// The games that a query found, and what else is to be said of the answer.
struct GameSet : LeftOut {
  std::int64_t games = 0;
  std::int64_t hits = 0;  ///< how often the first position of the query occurs in them
  /// What the positions of the query may have meant otherwise, a sentence each.
  std::vector<std::string> notes;
  std::shared_ptr<const void> found;  ///< what the engine keeps of the answer
};

}  // namespace ludex
