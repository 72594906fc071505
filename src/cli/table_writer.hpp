#pragma once

#include "cli/row_writer.hpp"

#include <string>
#include <vector>

namespace ludex::cli {

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
