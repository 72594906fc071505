#pragma once

#include "cli/byte_output.hpp"
#include "cli/terminal.hpp"
#include "ludex/game.hpp"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

/// `--format` of every command that prints rows.
enum class RowFormat { text, record, csv, tsv, json };

/// True for formats that people read.
[[nodiscard]] constexpr bool is_for_people(RowFormat format) {
  return format == RowFormat::text || format == RowFormat::record;
}

/// \param others  what else the message names: ", svg"
/// \throws UsageError for another word.
[[nodiscard]] RowFormat parse_row_format(std::string_view name, std::string_view others = {});

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
  /// Prints the buffered rows. Must be called; does not close the output.
  virtual void finish() {}
};

/// The options that control how rows are printed.
struct RowLayout {
  RowFormat format = RowFormat::text;
  std::vector<std::string> columns{};  ///< in this order; empty: those of the command
  bool wide = false;                   ///< texts are not fitted to the terminal
  ColorChoice color = ColorChoice::automatic;
};

/// csv: RFC 4180 with a header line, lines end in CRLF. tsv: header line; tab, line feed, carriage
/// return and backslash as \t \n \r \\. json: one object a line, NULL is null. text: a table;
/// record: a block of lines for each row (table_writer.hpp).
/// \param columns  of the rows that write() gets; layout.columns chooses among them
/// `output` must outlive the writer. Memory: 200 rows at most.
/// \throws UsageError for an unknown column
[[nodiscard]] std::unique_ptr<RowWriter> make_row_writer(const RowLayout& layout,
                                                         std::vector<Column> columns,
                                                         ByteOutput& output);

/// The column that `--columns` names is none of these. \throws UsageError
[[noreturn]] void refuse_column(std::string_view name, std::span<const std::string> known);

/// A line of json, without its end.
[[nodiscard]] std::string json_line(std::span<const Column> columns, std::span<const Cell> cells);

}  // namespace ludex::cli
