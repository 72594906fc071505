#pragma once

#include "store/sql/sql_statement.hpp"

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ludex {

/// Inserts rows into one table, many per statement, because starting and ending a statement costs
/// as much as a row of fifty columns. Columns that are NULL in all these rows are left out of it.
/// Rows are collected up to about 2000, so that they fill adjacent pages: reading scattered rows
/// then causes half the page faults. Values are passed one after the other, row by row; texts are
/// copied. Rows are in the table when flush() returns: call it before anything reads them, and
/// before the commit. Within a transaction; after an exception it can only be rolled back.
class RowInserter {
 public:
  enum class Ids : std::uint8_t {
    none,      ///< rows may come in any order
    ascending  ///< the first column is the INTEGER PRIMARY KEY, greater than all earlier ones
  };
  /// \param columns  names separated by commas, at most 64; values are passed in their order
  RowInserter(SqlConnection& sql, std::string_view table, std::string_view columns,
              Ids ids = Ids::none);

  void value(std::int64_t number) { next(Kind::integer).integer = number; }
  void value(double number) { next(Kind::real).real = number; }
  void null() {
    assert(column_ < columns_.size());
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

  /// \pre every column of the row has a value
  void end_row() {
    assert(column_ == columns_.size());
    column_ = 0;
    row_begins_[++rows_] = cell_;
    if (rows_ == kMostRows || bytes_.size() > kMostBytes) flush();
  }
  void flush();

 private:
  static constexpr std::size_t kRows = 32;               // per statement; more gain nothing
  static constexpr std::size_t kMostRows = 64 * kRows;   // that wait
  static constexpr std::size_t kMostBytes = 256 * 1024;  // of texts that wait

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

  /// A statement and its bound parameters; most values do not change from row to row.
  struct Insert {
    std::uint64_t mask;                // of the columns it names
    std::vector<std::size_t> columns;  // the same
    SqlStatement statement;
    std::vector<Cell> bound;
  };

  Cell& next(Kind kind) {
    assert(column_ < columns_.size());
    filled_[rows_ / kRows] |= std::uint64_t{1} << column_;
    Cell& cell = cells_[cell_++];
    cell.kind = kind;
    cell.column = column_++;
    return cell;
  }
  void bytes(Kind kind, std::string_view text);
  [[nodiscard]] std::string_view view(const Cell& cell) const {
    return std::string_view(bytes_).substr(cell.place.begin, cell.place.size);
  }
  [[nodiscard]] std::uint64_t all_columns() const {
    return ~std::uint64_t{0} >> (64 - columns_.size());
  }
  [[nodiscard]] Insert prepare(std::uint64_t mask, std::size_t rows) const;
  Insert& statement_for(std::uint64_t mask);
  [[nodiscard]] std::int64_t id_of(std::size_t row) const {
    return cells_[row_begins_[row]].integer;
  }
  /// True if SQLite may assign the ids of the rows after this one.
  [[nodiscard]] bool are_consecutive(std::size_t first_row) const {
    return id_of(first_row + kRows - 1) == id_of(first_row) + std::int64_t{kRows} - 1;
  }
  void run_many(std::size_t first_row);
  void run(Insert& insert, std::size_t first_row, std::size_t rows);
  void bind(SqlStatement& statement, int parameter, const Cell& cell) const;

  SqlConnection& sql_;
  std::string table_;
  std::vector<std::string> columns_;
  bool ids_ascend_;
  Insert single_;
  std::vector<Insert> many_;             // kRows each, for different columns
  std::size_t cell_ = 0;                 // the next one of cells_
  std::vector<Cell> cells_;              // of the waiting rows, except NULLs
  std::vector<std::size_t> row_begins_;  // in cells_; the last one is the end
  std::string bytes_;                    // of their texts
  std::size_t rows_ = 0;                 // not in the table yet
  std::uint8_t column_ = 0;              // of the current row
  /// Columns that are not NULL in all rows of a statement.
  std::array<std::uint64_t, kMostRows / kRows> filled_{};
};

}  // namespace ludex
