#pragma once

#include "cli/byte_output.hpp"
#include "ludex/game.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

/// `--format` of every command that prints rows.
enum class RowFormat { text, csv, tsv, json };

/// \throws UsageError for another word.
[[nodiscard]] RowFormat parse_row_format(std::string_view name);

/// One value of a row, as the views give it; monostate is NULL.
using Cell = Value;

/// A cell as text and csv show it: NULL empty, numbers in the fewest digits that give them back.
[[nodiscard]] std::string cell_text(const Cell& cell);

struct Column {
  std::string name;
  bool right_aligned = false;  ///< in a table
};

/// Prints rows of the same columns.
class RowWriter {
 public:
  virtual ~RowWriter() = default;
  /// \pre cells.size() is the number of columns.
  virtual void write(std::span<const Cell> cells) = 0;
  /// Prints what is held back. Must be called; does not close the output.
  virtual void finish() {}
};

/// csv: RFC 4180 with a header line, lines end in CRLF. tsv: header line; tab, line feed, carriage
/// return and backslash as \t \n \r \\. json: one object a line, NULL is null. text: a table whose
/// columns are as wide as the first 200 rows need; on a terminal no wider than it.
/// `output` must outlive the writer. Memory: 200 rows at most.
[[nodiscard]] std::unique_ptr<RowWriter> make_row_writer(RowFormat format,
                                                         std::vector<Column> columns,
                                                         ByteOutput& output);

/// A line of json, without its end.
[[nodiscard]] std::string json_line(std::span<const Column> columns, std::span<const Cell> cells);

/// Rows as a table: a header line, columns aligned by what they need on a terminal, two blanks
/// between them. Columns are as wide as the first 200 rows need; longer cells of later rows push
/// the rest of their row aside. Nothing is cut, except on a terminal that is too narrow.
class TableWriter final : public RowWriter {
 public:
  TableWriter(std::vector<Column> columns, ByteOutput& output);
  /// For an output of which only the width is known; 0: no limit.
  TableWriter(std::vector<Column> columns, ByteOutput& output, std::size_t terminal_columns);

  void write(std::span<const Cell> cells) override;
  void finish() override;

 private:
  void settle_widths();
  void print(std::span<const std::string> cells);

  std::vector<Column> columns_;
  ByteOutput& output_;
  std::size_t terminal_columns_;
  std::vector<std::vector<std::string>> held_;  // until the widths are known
  std::vector<std::size_t> widths_;
  bool settled_ = false;
};

/// The widths that make columns which need `wanted` fit `available` together with two blanks
/// between them: the widest are cut first, none below 8. 0 available: as wanted.
[[nodiscard]] std::vector<std::size_t> fitted_widths(std::vector<std::size_t> wanted,
                                                     std::size_t available);

}  // namespace ludex::cli
