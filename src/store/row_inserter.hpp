#pragma once

#include "core/append.hpp"
#include "store/sql/sql_statement.hpp"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ludex {

/// Rows of one table that wait to be inserted. Values are passed one after the other, row by row;
/// texts are copied. NULLs take no memory.
class RowCells {
 public:
  /// \param columns  of a row, at most 64
  explicit RowCells(std::size_t columns) : columns_(columns) {
    assert(columns >= 1 && columns <= 64);
  }

  void value(std::int64_t number) { add({Kind::integer, column_, {.integer = number}}); }
  void value(double number) { add({Kind::real, column_, {.real = number}}); }
  void null() {
    assert(column_ < columns_);
    ++column_;
  }
  /// Ids and codes: 0 is "none". \returns the number
  std::int64_t id(std::int64_t number) {
    number != 0 ? value(number) : null();
    return number;
  }
  /// An empty text is stored as NULL.
  void text(std::string_view text) { text.empty() ? null() : bytes(Kind::text, text); }
  /// An empty text is stored as such.
  void any_text(std::string_view text) { bytes(Kind::text, text); }
  void blob(std::string_view bytes_of_it) { bytes(Kind::blob, bytes_of_it); }
  template <class Number>
  void maybe(const std::optional<Number>& number) {
    if constexpr (std::is_floating_point_v<Number>) {
      number ? value(*number) : null();
    } else {
      number ? value(std::int64_t{*number}) : null();
    }
  }
  void maybe(const std::optional<std::string>& written) {
    written ? bytes(Kind::text, *written) : null();
  }

  /// The next value is that of `column`; those passed over are NULL.
  void go_to(std::size_t column) {
    assert(column >= column_ && column <= columns_);
    column_ = static_cast<std::uint8_t>(column);
  }

  /// \pre every column of the row has a value
  void end_row() {
    assert(column_ == columns_);
    column_ = 0;
    rows_.push_back({static_cast<std::uint32_t>(cells_.size()), filled_});
    filled_ = 0;
  }
  /// Adds rows of the same table. \pre no row is open, here or there
  void append(const RowCells& others);
  /// Keeps the memory.
  void clear();
  [[nodiscard]] std::size_t rows() const { return rows_.size(); }
  /// The first value of the first row. \pre there is one, and the value is a whole number
  [[nodiscard]] std::int64_t first_id() const { return id_of(0); }

 private:
  friend class RowInserter;
  enum class Kind : std::uint8_t { null, integer, real, text, blob };
  struct Place {
    std::uint32_t begin, size;  // in bytes_
  };
  struct Cell {
    Kind kind;
    std::uint8_t column;
    union {
      std::int64_t integer;
      double real;
      Place place;
    };
    /// Texts are at a new address each time.
    [[nodiscard]] bool is_bound_as(const Cell& other) const {
      return kind == other.kind && kind <= Kind::integer && integer == other.integer;
    }
  };
  static constexpr Cell kNull{Kind::null, 0, {.integer = 0}};

  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool has_open_row() const { return column_ != 0; }
  [[nodiscard]] std::size_t text_bytes() const { return bytes_.size(); }
  /// Those that are not NULL.
  [[nodiscard]] std::span<const Cell> cells_of(std::size_t row) const {
    const std::size_t begin = row == 0 ? 0 : rows_[row - 1].end;
    return std::span(cells_).subspan(begin, rows_[row].end - begin);
  }
  /// Bit i: column i is not NULL.
  [[nodiscard]] std::uint64_t filled(std::size_t row) const { return rows_[row].filled; }
  [[nodiscard]] std::int64_t id_of(std::size_t row) const { return cells_of(row)[0].integer; }
  [[nodiscard]] std::string_view view(const Cell& cell) const {
    return std::string_view(bytes_).substr(cell.place.begin, cell.place.size);
  }

  struct Row {
    std::uint32_t end;  // of its cells
    std::uint64_t filled;
  };
  void add(const Cell& cell) {
    assert(column_ < columns_);
    filled_ |= std::uint64_t{1} << column_++;
    ludex::append(cells_, cell);
  }
  void bytes(Kind kind, std::string_view text);

  std::size_t columns_;
  std::vector<Cell> cells_;  // of all rows, except NULLs
  std::vector<Row> rows_;
  std::string bytes_;         // of their texts
  std::uint64_t filled_ = 0;  // of the open row
  std::uint8_t column_ = 0;   // of the open row
};

class RowImages;

/// Inserts rows into one table, many per statement, because starting and ending a statement costs
/// as much as a row of fifty columns. Columns that are NULL in all these rows are left out of it.
/// Rows are collected up to about 2000, or 4000 if the work is shared, so that they fill adjacent
/// pages: reading scattered rows then causes half the page faults. Rows are in the table when
/// flush() returns: call it before anything reads them, and before the commit. Within a
/// transaction; after an exception it can only be rolled back.
class RowInserter : public RowCells {
 public:
  enum class Ids : std::uint8_t {
    none,      ///< rows may come in any order
    ascending  ///< the first column is the INTEGER PRIMARY KEY, greater than all earlier ones
  };
  /// \param columns  names separated by commas, at most 64; values are passed in their order
  RowInserter(SqlConnection& sql, std::string_view table, std::string_view columns,
              Ids ids = Ids::none);
  RowInserter(SqlConnection& sql, std::string_view table, std::vector<std::string> columns,
              Ids ids);
  ~RowInserter();

  /// After this, share_work(true) lets up to four threads of the current TBB arena make the rows
  /// (RowImages). Does nothing if there is one thread. \pre ids ascend; no transaction is open
  /// \param indexes  see RowImages::open()
  void prepare_sharing(std::string_view indexes);
  void share_work(bool yes) { is_shared_ = yes && images_ != nullptr; }

  /// \pre every column of the row has a value
  void end_row() {
    RowCells::end_row();
    flush_if_full();
  }
  /// Adds rows of the same table. \param others  empty afterwards; may have other memory
  void take(RowCells& others);
  void flush();

 private:
  friend class RowImages;
  static constexpr std::size_t kRows = 32;               // per statement; more gain nothing
  static constexpr std::size_t kMostRows = 64 * kRows;   // that wait, about
  static constexpr std::size_t kMostBytes = 256 * 1024;  // of texts that wait
  static constexpr std::size_t kSharedTimes = 2;         // as many wait if the work is shared

  /// A statement and its bound parameters; most values do not change from row to row.
  struct Insert {
    std::uint64_t mask;                // of the columns it names
    std::vector<std::size_t> columns;  // the same
    SqlStatement statement;
    std::vector<Cell> bound;
  };

  void flush_if_full() {
    const std::size_t times = is_shared_ ? kSharedTimes : 1;
    if (waiting_rows_ + rows() >= times * kMostRows ||
        waiting_bytes_ + text_bytes() > times * kMostBytes) {
      flush();
    }
  }
  [[nodiscard]] bool can_share() const;
  void insert_shared();
  void set_aside(RowCells& rows);
  [[nodiscard]] std::uint64_t all_columns() const { return ~std::uint64_t{0} >> (64 - columns()); }
  [[nodiscard]] Insert prepare(std::uint64_t mask, std::size_t rows) const;
  Insert& statement_for(std::uint64_t mask);
  void insert(const RowCells& rows);
  void run_many(const RowCells& rows, std::size_t first_row);
  void run(Insert& insert, const RowCells& rows, std::size_t first_row, std::size_t count);
  static void bind(SqlStatement& statement, int parameter, const Cell& cell, const RowCells& of);

  SqlConnection& sql_;
  std::string table_;
  std::vector<std::string> names_;  // of the columns
  bool ids_ascend_;
  std::unique_ptr<RowImages> images_;
  bool is_shared_ = false;
  Insert single_;
  std::vector<Insert> many_;       // kRows each, for different columns
  std::vector<RowCells> waiting_;  // before the own rows; beyond used_ for their memory
  std::size_t used_ = 0, waiting_rows_ = 0, waiting_bytes_ = 0;
};

}  // namespace ludex
