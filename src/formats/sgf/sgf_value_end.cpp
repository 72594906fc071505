#include "formats/sgf/sgf_value_end.hpp"

#include "core/ascii.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>

namespace ludex {
namespace {

bool is_high(char c) { return static_cast<unsigned char>(c) >= 0x80; }
bool is_lead(char c) {
  return static_cast<unsigned char>(c) >= 0x81 && static_cast<unsigned char>(c) <= 0xFE;
}

// The next "]" or backslash, and with `pairs` the next byte >= 0x80.
std::size_t find_special(std::string_view text, std::size_t at, bool pairs) {
#ifdef __SSE2__
  const __m128i closing = _mm_set1_epi8(']');
  const __m128i backslash = _mm_set1_epi8('\\');
  for (; at + 16 <= text.size(); at += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text.data() + at));
    __m128i special =
        _mm_or_si128(_mm_cmpeq_epi8(bytes, closing), _mm_cmpeq_epi8(bytes, backslash));
    if (pairs) special = _mm_or_si128(special, bytes);
    const auto mask = static_cast<unsigned>(_mm_movemask_epi8(special));
    if (mask != 0) return at + static_cast<std::size_t>(std::countr_zero(mask));
  }
#endif
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
