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

constexpr bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20; }

/// Literal text: ASCII without escapes and control characters.
bool is_plain(std::string_view raw) {
  return std::ranges::none_of(raw, [](char c) {
    return c == '\\' || is_control(c) || static_cast<unsigned char>(c) >= 0x80;
  });
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

SgfTextReader::SgfTextReader(const SgfTree& tree, TextForm form, Charset charset)
    : charset_(charset), escapes_(tree.escapes), decode_first_(form != TextForm::bytes) {}

std::string SgfTextReader::simple_text(std::string_view raw) {
  if (is_plain(raw)) return std::string(trimmed(raw));
  return std::string(trimmed(decoded(raw, unescape_simpletext)));
}

std::string SgfTextReader::text(std::string_view raw) {
  if (is_plain(raw)) return std::string(raw);
  return decoded(raw, unescape_text);
}

std::string SgfTextReader::decoded(std::string_view raw, Unescape unescape) {
  std::string utf8;
  if (decode_first_) {
    bad_bytes_ += append_utf8(charset_, raw, utf8);
    return unescape(utf8, escapes_);
  }
  bad_bytes_ += append_utf8(charset_, unescape(raw, escapes_), utf8);
  return utf8;
}

}  // namespace ludex
