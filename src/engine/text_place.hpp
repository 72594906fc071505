#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// A place in a text as editors count it; both from 1, columns in bytes.
struct LineColumn {
  std::uint64_t line = 1;
  std::uint64_t column = 1;
  /// Advances over `text`. Lines end at a line feed.
  [[nodiscard]] LineColumn after(std::string_view text) const;
  friend bool operator==(const LineColumn&, const LineColumn&) = default;
};

/// The text before and after a place on its line: at most 30 bytes each, without splitting UTF-8
/// characters.
struct Surroundings {
  std::string_view before, after;
};
/// \pre offset_bytes <= text.size()
[[nodiscard]] Surroundings surroundings(std::string_view text, std::size_t offset_bytes);

}  // namespace ludex
