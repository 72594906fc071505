#include "formats/values/fold.hpp"

#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

constexpr bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/// Lower-case ASCII letters, single spaces; other bytes as they are.
std::string fold_ascii(std::string_view text) {
  std::string folded;
  folded.reserve(text.size());
  for (const char c : text) {
    if (is_ascii_space(c)) {
      if (!folded.empty() && folded.back() != ' ') folded.push_back(' ');
    } else {
      folded.push_back(to_lower(c));
    }
  }
  if (!folded.empty() && folded.back() == ' ') folded.pop_back();
  return folded;
}

constexpr auto kFoldOptions = static_cast<utf8proc_option_t>(
    UTF8PROC_COMPAT | UTF8PROC_COMPOSE | UTF8PROC_STABLE | UTF8PROC_CASEFOLD | UTF8PROC_IGNORE);

bool is_unicode_space(utf8proc_int32_t c) {
  return c == ' ' || (c >= '\t' && c <= '\r') || c == 0x85 ||
         utf8proc_category(c) == UTF8PROC_CATEGORY_ZS;
}

}  // namespace

std::string fold(std::string_view utf8) {
  if (is_ascii(utf8)) return fold_ascii(utf8);
  thread_local std::vector<utf8proc_int32_t> characters;
  const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
  const auto size = static_cast<utf8proc_ssize_t>(utf8.size());
  characters.resize(std::max(characters.size(), utf8.size() + 1));
  auto capacity = static_cast<utf8proc_ssize_t>(characters.size()) - 1;
  auto count = utf8proc_decompose(bytes, size, characters.data(), capacity, kFoldOptions);
  if (count > capacity) {  // one character can decompose into many
    characters.resize(static_cast<std::size_t>(count) + 1);
    capacity = count;
    count = utf8proc_decompose(bytes, size, characters.data(), capacity, kFoldOptions);
  }
  if (count < 0) return fold_ascii(utf8);
  std::replace_if(characters.begin(), characters.begin() + count, is_unicode_space, ' ');
  count = utf8proc_normalize_utf32(characters.data(), count, kFoldOptions);
  std::string folded;
  folded.reserve(static_cast<std::size_t>(count) * 3);
  for (utf8proc_ssize_t i = 0; i < count; ++i) {
    utf8proc_uint8_t encoded[4];
    const auto length = utf8proc_encode_char(characters[static_cast<std::size_t>(i)], encoded);
    folded.append(reinterpret_cast<const char*>(encoded), static_cast<std::size_t>(length));
  }
  return fold_ascii(folded);
}

}  // namespace ludex
