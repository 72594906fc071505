#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex::cli {

/// A place in a text as editors count it; both from 1, columns in bytes.
struct LineColumn {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  /// What it becomes when `text` is read on. Lines end at a line feed.
  [[nodiscard]] LineColumn after(std::string_view text) const;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// The line around a place and a caret below it, each indented and ended by a line feed: about 60
/// columns, harmless for a terminal. Empty where the line is. \pre offset_bytes <= text.size()
[[nodiscard]] std::string excerpt(std::string_view text, std::size_t offset_bytes);

}  // namespace ludex::cli
