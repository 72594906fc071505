#include "cli/text_width.hpp"

#include <utf8proc.h>
#include <algorithm>

namespace ludex::cli {

namespace {

struct Character {
  std::size_t bytes = 1;
  utf8proc_int32_t code = -1;  // -1: a byte that is not UTF-8
};

Character first_character(std::string_view text) {
  Character found;
  const auto size = utf8proc_iterate(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                     static_cast<utf8proc_ssize_t>(text.size()), &found.code);
  if (size <= 0) return {};
  found.bytes = static_cast<std::size_t>(size);
  return found;
}

std::size_t width_of(const Character& character) {
  if (character.code < 0) return 1;
  return static_cast<std::size_t>(std::max(0, utf8proc_charwidth(character.code)));
}

bool is_control(utf8proc_int32_t code) {
  const auto category = utf8proc_category(code);
  return category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_ZL ||
         category == UTF8PROC_CATEGORY_ZP || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);  // bidi overrides
}

/// Each byte is a character one column wide, with no effect on a terminal.
bool is_plain_ascii(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < 0x7F; });
}

}  // namespace

std::size_t display_width(std::string_view utf8) {
  if (is_plain_ascii(utf8)) return utf8.size();
  std::size_t columns = 0;
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    columns += width_of(character);
    utf8.remove_prefix(character.bytes);
  }
  return columns;
}

std::string printable(std::string_view utf8) {
  if (is_plain_ascii(utf8)) return std::string(utf8);
  std::string out;
  out.reserve(utf8.size());
  while (!utf8.empty()) {
    const Character character = first_character(utf8);
    if (character.code < 0) {
      out += "\uFFFD";
    } else if (is_control(character.code)) {
      out += ' ';
    } else {
      out += utf8.substr(0, character.bytes);
    }
    utf8.remove_prefix(character.bytes);
  }
  return out;
}

std::string shortened(std::string_view utf8, std::size_t columns) {
  if (display_width(utf8) <= columns) return std::string(utf8);
  std::string_view rest = utf8;
  std::size_t used = 0;
  while (!rest.empty()) {
    const Character character = first_character(rest);
    if (used + width_of(character) + 1 > columns) break;
    used += width_of(character);
    rest.remove_prefix(character.bytes);
  }
  return std::string(utf8.substr(0, utf8.size() - rest.size())) + "…";
}

std::string padded_right(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(utf8) + std::string(columns > width ? columns - width : 0, ' ');
}

std::string padded_left(std::string_view utf8, std::size_t columns) {
  const std::size_t width = display_width(utf8);
  return std::string(columns > width ? columns - width : 0, ' ') + std::string(utf8);
}

}  // namespace ludex::cli
