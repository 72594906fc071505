#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex::cli {

/// Columns that a terminal needs for UTF-8 text: East Asian wide characters take two, combining
/// ones none, a byte that is not UTF-8 one.
[[nodiscard]] std::size_t display_width(std::string_view utf8);

/// The text on one line and without effect on a terminal: each control character, and each byte
/// that is not UTF-8, becomes a blank or U+FFFD.
[[nodiscard]] std::string printable(std::string_view utf8);

/// At most `columns` wide; what is longer ends in "…". \pre columns >= 1
[[nodiscard]] std::string shortened(std::string_view utf8, std::size_t columns);

/// Blanks added up to `columns`, behind or before the text.
[[nodiscard]] std::string padded_right(std::string_view utf8, std::size_t columns);
[[nodiscard]] std::string padded_left(std::string_view utf8, std::size_t columns);

}  // namespace ludex::cli
