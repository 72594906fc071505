#pragma once

#include "cli/row_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ludex::cli {

/// The space that a column of a table needs.
struct ColumnNeed {
  std::size_t wanted = 0;  ///< columns of the terminal for its widest cell
  std::size_t whole = 0;   ///< for its widest cell that must not be cut: an id, a date, a number
  std::size_t importance = 0;  ///< 0: dropped last
};

/// Which columns of a table are shown, and how wide.
struct TableFit {
  std::vector<std::size_t> shown;   ///< indexes, ascending
  std::vector<std::size_t> widths;  ///< of these
};

/// Makes columns fit into `available` together with two blanks between them; 0: no limit. Texts are
/// shortened first, the widest first, but not below 12. If that is not enough, the least important
/// columns are dropped, of equal ones the last; one column always stays.
[[nodiscard]] TableFit fit_columns(std::span<const ColumnNeed> columns, std::size_t available);

/// How a table is printed.
struct TableStyle {
  std::size_t columns = 0;  ///< of the terminal; 0: no limit
  bool color = false;
};

/// Rows as a table: a header line, columns aligned by what they need on a terminal, two blanks
/// between them. Columns are as wide as the first 200 rows or 4 MiB
/// need. Without a limit nothing is cut and
/// longer cells of later rows push the rest of their row aside; with one, no row is wider than it:
/// fit_columns(). finish() says on standard error which columns were dropped.
class TableWriter final : public RowWriter {
 public:
  TableWriter(std::vector<Column> columns, ByteOutput& output, TableStyle style);

  void write(std::span<const Cell> cells) override;
  void finish() override;

 private:
  void settle();
  void grow_for(std::span<const std::string> cells);
  void print(std::span<const std::string> cells, bool is_header = false);
  void print_header();
  [[nodiscard]] static std::string fitted(const Column& column, const std::string& cell,
                                          std::size_t width);

  std::vector<Column> columns_;
  ByteOutput& output_;
  TableStyle style_;
  std::vector<ColumnNeed> needs_;
  TableFit fit_;
  std::vector<std::vector<std::string>> held_;  // until the widths are known
  std::size_t held_bytes_ = 0;
  bool settled_ = false;
};

/// Rows as blocks of lines, one for each column that holds something: its name and its value. A
/// blank line stands between rows. Long values continue below on a line of their own.
class RecordWriter final : public RowWriter {
 public:
  RecordWriter(std::vector<Column> columns, ByteOutput& output, TableStyle style);

  void write(std::span<const Cell> cells) override;

 private:
  std::vector<Column> columns_;
  ByteOutput& output_;
  TableStyle style_;
  std::size_t name_columns_ = 0;
  bool any_ = false;
};

}  // namespace ludex::cli
