#pragma once

#include <SQLiteCpp/SQLiteCpp.h>
#include <sqlite3.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Inserts rows into one table, many by one statement: to start and to end a statement costs as
/// much as a row of fifty columns does. Values are given one after the other, row by row; texts are
/// copied. Rows are in the table once flush() returns: call it before anything reads them, and
/// before the commit. Within a transaction; after an exception it can only be rolled back.
class RowInserter {
 public:
  /// \param into  what stands between INSERT and VALUES: "INTO seat (game_id, seat)"
  RowInserter(SQLite::Database& sql, std::string_view into, std::size_t columns);

  void value(std::int64_t number) { cells_.push_back({Kind::integer, {.integer = number}}); }
  void value(double number) { cells_.push_back({Kind::real, {.real = number}}); }
  void null() { cells_.push_back({Kind::null, {.integer = 0}}); }
  /// Ids and codes: 0 is "none". \returns the number
  std::int64_t id(std::int64_t number) {
    number != 0 ? value(number) : null();
    return number;
  }
  /// An empty text is stored as NULL.
  void text(std::string_view text) { text.empty() ? null() : bytes(Kind::text, text); }
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

  /// \pre every column of the row has got its value
  void end_row() {
    if (cells_.size() == full_.bound.size()) {
      insert_full();
    } else if (bytes_.size() > kMostBytes) {
      flush();
    }
  }
  void flush();

 private:
  static constexpr std::size_t kMostBytes = 256 * 1024;  // of texts that wait

  enum class Kind : std::uint8_t { null, integer, real, text, blob };
  struct Place {
    std::uint32_t begin, size;  // in bytes_
  };
  struct Cell {
    Kind kind;
    union {
      std::int64_t integer;
      double real;
      Place place;
    };
    /// Texts lie elsewhere each time.
    [[nodiscard]] bool is_bound_as(const Cell& other) const {
      return kind == other.kind && kind <= Kind::integer && integer == other.integer;
    }
  };
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  /// A statement, and what its parameters are bound to: most values stay from row to row.
  struct Insert {
    std::unique_ptr<sqlite3_stmt, Finalize> statement;
    std::vector<Cell> bound;
  };

  [[nodiscard]] Insert prepare(std::string_view into, std::size_t rows) const;
  void bytes(Kind kind, std::string_view text);
  void insert_full();
  void run(Insert& insert, std::size_t first_cell);
  void bind(sqlite3_stmt* statement, int parameter, const Cell& cell);

  SQLite::Database& sql_;
  std::size_t columns_;
  Insert full_, single_;
  std::vector<Cell> cells_;  // of the rows that are not in the table yet
  std::string bytes_;        // of their texts
};

}  // namespace ludex
