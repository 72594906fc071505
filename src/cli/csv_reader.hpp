#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

/// One line of a CSV file, and where it begins.
struct CsvLine {
  std::size_t number = 0;  ///< from 1; a quoted field may span several lines of text
  std::vector<std::string> fields;
  friend bool operator==(const CsvLine&, const CsvLine&) = default;
};

/// Reads RFC 4180: fields between commas, quoted where they hold commas, quotes (doubled) or line
/// ends. Lines end in CRLF or LF; empty ones are left out, as is a byte order mark.
/// \throws UsageError naming the line if a quote is inside an unquoted field or is not closed.
[[nodiscard]] std::vector<CsvLine> read_csv(std::string_view text);

}  // namespace ludex::cli
