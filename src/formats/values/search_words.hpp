#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

/// Longer words are cut to this length.
inline constexpr std::size_t kMostWordBytes = 32'768;

/// The words of a text as full text search knows them, one blank between them: letters and digits,
/// folded (fold()) and without the marks of Latin, Greek and Cyrillic letters. Each character of
/// Chinese, Japanese and Korean is a word, since those languages put no blanks between words.
/// Words stay as they are if they are given again. Stored, and what is sought goes through here: a
/// change needs a migration. Cost: 1 ns a byte for ASCII, some 100 ns a character beyond.
[[nodiscard]] std::string search_words(std::string_view utf8);

/// The same into `words`, whose memory is used again.
void read_search_words(std::string_view utf8, std::string& words);

/// Calls `visit` with each word. \param words  as search_words() gives them
template <class Visit>
void for_each_word(std::string_view words, const Visit& visit) {
  while (!words.empty()) {
    const std::size_t size = words.find(' ');
    visit(words.substr(0, size).substr(0, kMostWordBytes));
    if (size == std::string_view::npos) return;
    words.remove_prefix(size + 1);
  }
}

}  // namespace ludex
