#include "formats/sgf/sgf_value_end.hpp"

#include "core/ascii.hpp"
#include "core/simd.hpp"

#include <bit>

namespace ludex {
namespace {

bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_lead(char c) {
  return static_cast<unsigned char>(c) >= 0x81 && static_cast<unsigned char>(c) <= 0xFE;
}

// The next "]" or backslash, and with `pairs` the next byte >= 0x80.
std::size_t find_special(std::string_view text, std::size_t at, bool pairs) {
  const Bytes16 closing = Bytes16::all(']');
  const Bytes16 backslash = Bytes16::all('\\');
  for (; at + Bytes16::kSize <= text.size(); at += Bytes16::kSize) {
    const Bytes16 bytes = Bytes16::load(text.data() + at);
    Bytes16 special = bytes.equal(closing) | bytes.equal(backslash);
    if (pairs) special = special | bytes;
    const std::uint16_t mask = special.high_bits();
    if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
  while (at < text.size() && text[at] != ']' && text[at] != '\\' && !(pairs && is_high(text[at]))) {
    ++at;
  }
  return at;
}

bool is_before_token(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  if (at == text.size()) return true;
  if (!is_letter(text[at]))
    return std::string_view("[;()").find(text[at]) != std::string_view::npos;
  while (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) ++at;
  return at < text.size() && text[at] == '[';
}

bool needs_backslash(char c) { return c == ']' || c == '\\' || c == ':' || c == '\n' || c == '\r'; }

}  // namespace

SgfValueEnd find_value_end(std::string_view text, std::size_t from, bool pairs,
                           SgfBracketRule rule) {
  SgfValueEnd end;
  std::size_t at = find_special(text, from, pairs);
  for (; at < text.size(); at = find_special(text, at, pairs)) {
    if (text[at] == '\\') {
      if (at + 1 < text.size() && !needs_backslash(text[at + 1])) end.idle_backslash = true;
      // With pairs, a lead byte behind the backslash still protects its own trail byte.
      at += pairs && at + 1 < text.size() && is_lead(text[at + 1]) ? 3 : 2;
    } else if (text[at] != ']') {
      at += is_lead(text[at]) ? 2 : 1;
    } else if (rule == SgfBracketRule::first || is_before_token(text, at + 1)) {
      end.at = at;
      return end;
    } else {
      end.bracket_in_value = true;
      ++at;
    }
  }
  end.at = text.size();
  return end;
}

}  // namespace ludex
