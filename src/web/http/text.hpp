#pragma once

#include <string>
#include <string_view>

namespace ludex::web {

/// Small questions about text that every part of the server asks.

[[nodiscard]] constexpr bool is_ascii_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}
[[nodiscard]] std::string lower_case(std::string_view text);  ///< of ASCII letters
[[nodiscard]] bool equal_without_case(std::string_view one, std::string_view other);
/// Without blanks and tabs at both ends.
[[nodiscard]] std::string_view trimmed(std::string_view text);

/// Strictly: no overlong forms, no surrogates, nothing above U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view text);

enum class ControlCharacters {
  none,     ///< no control character is allowed
  of_text,  ///< tab, line feed and carriage return are
};
/// True if text holds one of U+0000 to U+001F or U+007F to U+009F that is not allowed.
[[nodiscard]] bool has_control_character(std::string_view utf8, ControlCharacters allowed);

}  // namespace ludex::web
