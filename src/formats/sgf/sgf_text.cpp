#include "formats/sgf/sgf_text.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <cstddef>

namespace ludex {
namespace {

bool is_other_space(char c) { return c == '\t' || c == '\v' || c == '\f' || c == '\0'; }

// Length of the line break at `at`: CRLF and LFCR are one.
std::size_t newline_length(std::string_view raw, std::size_t at) {
  const bool pair = at + 1 < raw.size() && is_line_end(raw[at + 1]) && raw[at + 1] != raw[at];
  return pair ? 2 : 1;
}

bool is_escape(std::string_view raw, std::size_t at, SgfEscapes escapes) {
  if (raw[at] != '\\') return false;
  if (escapes == SgfEscapes::any) return true;
  return at + 1 < raw.size() && (raw[at + 1] == ']' || raw[at + 1] == '\\');
}

void append_plain(std::string& out, char c) { out += is_other_space(c) ? ' ' : c; }

std::string unescape(std::string_view raw, SgfEscapes escapes, char line_break) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t at = 0; at < raw.size();) {
    if (is_escape(raw, at, escapes)) {
      ++at;
      if (at == raw.size()) break;
      if (is_line_end(raw[at])) {
        at += newline_length(raw, at);
      } else {
        append_plain(text, raw[at++]);
      }
    } else if (is_line_end(raw[at])) {
      text += line_break;
      at += newline_length(raw, at);
    } else {
      append_plain(text, raw[at++]);
    }
  }
  return text;
}

std::optional<std::uint8_t> coordinate(char c) {
  if (c >= 'a' && c <= 'z') return static_cast<std::uint8_t>(c - 'a');
  if (c >= 'A' && c <= 'Z') return static_cast<std::uint8_t>(c - 'A' + 26);
  return std::nullopt;
}

}  // namespace

std::string unescape_text(std::string_view raw, SgfEscapes escapes) {
  return unescape(raw, escapes, '\n');
}

std::string unescape_simpletext(std::string_view raw, SgfEscapes escapes) {
  return unescape(raw, escapes, ' ');
}

std::optional<SgfComposed> split_composed(std::string_view raw) {
  for (std::size_t at = 0; at < raw.size(); ++at) {
    if (raw[at] == ':') return SgfComposed{raw.substr(0, at), raw.substr(at + 1)};
    if (raw[at] == '\\') ++at;
  }
  return std::nullopt;
}

std::optional<SgfPoint> parse_point(std::string_view raw) {
  const std::string_view letters = raw.size() == 2 ? raw : trimmed(raw);
  if (letters.size() != 2) return std::nullopt;
  const auto column = coordinate(letters[0]);
  const auto row = coordinate(letters[1]);
  if (!column || !row) return std::nullopt;
  return SgfPoint{*column, *row};
}

}  // namespace ludex
