#pragma once

#include "formats/format.hpp"

#include <cstddef>
#include <optional>
#include <string_view>

namespace ludex {

struct ForeignText {
  Format format;
  std::size_t offset;  ///< of the line where it begins
};

/// The first line in a stream of `own` format that looks like a record of another, by which
/// detect_format() would know it. Bytes, not UTF-16.
/// Cost: a search for each byte that lines of other formats hold, and another pass over each line
/// that holds one.
[[nodiscard]] std::optional<ForeignText> find_foreign_text(std::string_view text, Format own);

/// Of which other format a line is that stands alone. More than find_foreign_text() knows it by:
/// here a CSA version or name is enough. Knows only formats whose records begin with certain bytes.
[[nodiscard]] std::optional<Format> foreign_format_of_line(std::string_view line, Format own);

}  // namespace ludex
