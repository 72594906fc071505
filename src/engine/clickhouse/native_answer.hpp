#pragma once

#include "ludex/game.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::clickhouse {

/// Rows that a server answered in its format Native, column by column.
class NativeAnswer {
 public:
  /// \throws Error if it is cut, or has a type that this program never asks for, or a column whose
  /// type is another one in a later block
  explicit NativeAnswer(std::string_view body);

  [[nodiscard]] std::size_t rows() const { return rows_; }
  [[nodiscard]] std::size_t columns() const { return columns_.size(); }

  [[nodiscard]] bool is_null(std::size_t column, std::size_t row) const {
    const Column& of = column_at(column);
    if (row >= rows_) refuse();
    return !of.nulls.empty() && of.nulls[row] != '\0';
  }
  /// UInt8 to UInt64, and Int64. \pre not NULL
  [[nodiscard]] std::uint64_t number(std::size_t column, std::size_t row) const {
    const Column& of = column_at(column);
    if (row >= of.numbers.size()) refuse();
    return of.numbers[row];
  }
  [[nodiscard]] std::int64_t integer(std::size_t column, std::size_t row) const {
    return static_cast<std::int64_t>(number(column, row));
  }
  /// Float64. \pre not NULL
  [[nodiscard]] double real(std::size_t column, std::size_t row) const;
  /// Whatever it is.
  [[nodiscard]] Value value(std::size_t column, std::size_t row) const;
  /// String. \pre not NULL
  [[nodiscard]] std::string_view text(std::size_t column, std::size_t row) const {
    const Column& of = column_at(column);
    if (row >= of.ends.size()) refuse();
    const std::size_t begin = row == 0 ? 0 : of.ends[row - 1];
    return std::string_view(of.texts).substr(begin, of.ends[row] - begin);
  }

 private:
  struct Column {
    std::string type;                    // as the server names it
    std::string nulls;                   // a byte a row; empty: none can be NULL
    std::vector<std::uint64_t> numbers;  // bits of reals, too
    bool is_real = false;
    std::string texts;
    std::vector<std::size_t> ends;  // of each text
  };
  class Reader;

  [[nodiscard]] const Column& column_at(std::size_t column) const {
    if (column >= columns_.size()) refuse();
    return columns_[column];
  }
  /// \throws Error: a server answered something else than was asked for
  [[noreturn]] static void refuse();

  std::size_t rows_ = 0;
  std::vector<Column> columns_;
};

}  // namespace ludex::clickhouse
