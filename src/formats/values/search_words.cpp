#include "formats/values/search_words.hpp"

#include "core/ascii.hpp"
#include "formats/charset/charset.hpp"
#include "formats/values/fold.hpp"
#include "formats/values/word_letters.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <utility>

namespace ludex {
namespace {

/// Blocks of Unicode whose characters are words: Han, kana, bopomofo, hangul, yi.
constexpr std::pair<utf8proc_int32_t, utf8proc_int32_t> kWordBlocks[] = {
    {0x1100, 0x11FF}, {0x2E80, 0x2FDF}, {0x3005, 0x3007}, {0x3021, 0x31FF},   {0x3400, 0xA4CF},
    {0xA960, 0xA97F}, {0xAC00, 0xD7FF}, {0xF900, 0xFAFF}, {0x20000, 0x3FFFF},
};

bool is_a_word(utf8proc_int32_t character) {
  return std::ranges::any_of(kWordBlocks, [&](const auto& block) {
    return character >= block.first && character <= block.second;
  });
}

/// Each ASCII character as it stands in a word; a blank if it stands in none.
constexpr auto kAscii = [] {
  std::array<char, 128> letters{};
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const char c = static_cast<char>(i);
    letters[i] = is_letter(c) || is_digit(c) ? to_lower(c) : ' ';
  }
  return letters;
}();

/// Writes characters of words and single blanks between words.
class WordText {
 public:
  explicit WordText(std::string& words) : words_(words) { words_.clear(); }

  void add(std::uint32_t character) {
    if (character < 0x80) {
      words_ += static_cast<char>(character);
      return;
    }
    utf8proc_uint8_t bytes[4];
    const auto size = utf8proc_encode_char(static_cast<utf8proc_int32_t>(character), bytes);
    words_.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(size));
  }
  void end_word() {
    if (!words_.empty() && words_.back() != ' ') words_ += ' ';
  }
  void finish() {
    if (words_.ends_with(' ')) words_.pop_back();
  }

 private:
  std::string& words_;
};

void read_ascii(std::string_view text, std::string& words) {
  words.resize(text.size());
  std::size_t size = 0;
  char last = ' ';
  for (const char c : text) {
    const char letter = kAscii[static_cast<std::uint8_t>(c)];
    words[size] = letter;
    size += letter != ' ' || last != ' ' ? 1 : 0;
    last = letter;
  }
  if (size > 0 && last == ' ') --size;
  words.resize(size);
}

template <class Entry>
const Entry* find_entry(std::span<const Entry> entries, std::uint32_t character) {
  const auto next = std::ranges::upper_bound(entries, character, {}, &Entry::first);
  if (next == entries.begin() || character > std::prev(next)->last) return nullptr;
  return &*std::prev(next);
}

constexpr std::uint32_t kIsApart = 0xFFFF'FFFF;

/// What a character becomes in a word; 0: nothing.
std::uint32_t letter_of(std::uint32_t character) {
  using namespace word_letters;
  if (character < 0x80) {
    const char letter = kAscii[character];
    return letter == ' ' ? kIsApart : static_cast<std::uint32_t>(letter);
  }
  if (find_entry<Range>(kApart, character) != nullptr) return kIsApart;
  if (find_entry<Range>(kIgnored, character) != nullptr) return 0;
  const Change* const change = find_entry<Change>(kChanged, character);
  if (change == nullptr || (character - change->first) % change->step != 0) return character;
  return change->to + (change->ascends ? character - change->first : 0);
}

/// The next character. Bytes that are not UTF-8 are taken as SQLite takes them.
std::uint32_t take_character(std::string_view& text) {
  const auto byte_at = [&](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::uint32_t character = byte_at(0);
  std::size_t size = 1;
  if (character >= 0xC0) {
    character &= character < 0xE0 ? 0x1FU : character < 0xF0 ? 0x0FU : 0x07U;
    for (; size < text.size() && (byte_at(size) & 0xC0U) == 0x80; ++size) {
      character = character << 6 | (byte_at(size) & 0x3FU);
    }
    const bool is_none = character < 0x80 || (character & 0xFFFF'F800U) == 0xD800 ||
                         (character & 0xFFFF'FFFEU) == 0xFFFE || character > 0x10'FFFF;
    if (is_none) character = 0xFFFD;
  }
  text.remove_prefix(size);
  return character;
}

}  // namespace

void read_search_words(std::string_view utf8, std::string& words) {
  if (is_ascii(utf8)) return read_ascii(utf8, words);
  const std::string folded = fold(utf8);
  WordText text(words);
  for (std::string_view rest = folded; !rest.empty();) {
    const std::uint32_t character = take_character(rest);
    const std::uint32_t letter = letter_of(character);
    if (letter == 0) continue;
    const bool is_word = is_a_word(static_cast<utf8proc_int32_t>(character));
    if (letter == kIsApart || is_word) text.end_word();
    if (letter == kIsApart) continue;
    text.add(letter);
    if (is_word) text.end_word();
  }
  text.finish();
}

std::string search_words(std::string_view utf8) {
  std::string words;
  read_search_words(utf8, words);
  return words;
}

}  // namespace ludex
