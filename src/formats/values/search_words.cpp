#include "formats/values/search_words.hpp"

#include "formats/values/fold.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ludex {
namespace {

/// Blocks of Unicode whose characters are words: Han, kana, bopomofo, hangul, yi.
constexpr std::array<std::pair<utf8proc_int32_t, utf8proc_int32_t>, 9> kWordBlocks = {{
    {0x1100, 0x11FF},
    {0x2E80, 0x2FDF},
    {0x3005, 0x3007},
    {0x3021, 0x31FF},
    {0x3400, 0xA4CF},
    {0xA960, 0xA97F},
    {0xAC00, 0xD7FF},
    {0xF900, 0xFAFF},
    {0x20000, 0x3FFFF},
}};

bool is_a_word(utf8proc_int32_t character) {
  return std::any_of(kWordBlocks.begin(), kWordBlocks.end(), [&](const auto& block) {
    return character >= block.first && character <= block.second;
  });
}

}  // namespace

std::string search_words(std::string_view utf8) {
  if (utf8.empty()) return {};
  const std::string folded = fold(utf8);
  std::string words;
  words.reserve(folded.size());
  for (std::size_t at = 0; at < folded.size();) {
    utf8proc_int32_t character = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(folded.data() + at);
    const auto left = static_cast<utf8proc_ssize_t>(folded.size() - at);
    const auto length = utf8proc_iterate(bytes, left, &character);
    const auto taken = length > 0 ? static_cast<std::size_t>(length) : 1;
    const bool apart = length > 0 && is_a_word(character);
    if (apart && !words.empty() && words.back() != ' ') words += ' ';
    words.append(folded, at, taken);
    if (apart) words += ' ';
    at += taken;
  }
  if (words.ends_with(' ')) words.pop_back();
  return words;
}

}  // namespace ludex
