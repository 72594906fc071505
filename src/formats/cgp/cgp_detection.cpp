#include "formats/cgp/cgp_detection.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>

namespace ludex {
namespace {

bool is_tile_character(char c) { return is_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

std::string_view take_word(std::string_view& line) {
  while (!line.empty() && is_space_or_tab(line.front())) line.remove_prefix(1);
  std::size_t end = 0;
  while (end < line.size() && !is_space_or_tab(line[end])) ++end;
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(end);
  return word;
}

/// Rows of letters and runs, some of them empty squares or all of them letters. `[+P]` is a piece
/// of shogi.
bool is_placement(std::string_view word) {
  bool in_brackets = false;
  for (const char c : word) {
    const bool plain = is_tile_character(c) || is_digit(c) || c == '/';
    if (c == '[' || c == ']') {
      if (in_brackets == (c == '[')) return false;
      in_brackets = !in_brackets;
    } else if (!plain && !in_brackets) {
      return false;
    }
  }
  return !in_brackets && word.find('/') != std::string_view::npos;
}

bool is_scores(std::string_view word) {
  const auto fits = [](char c) { return is_digit(c) || c == '/' || c == '-'; };
  return std::all_of(word.begin(), word.end(), fits) &&
         std::any_of(word.begin(), word.end(), is_digit);
}

bool is_cgp(std::string_view line) {
  std::array<std::string_view, 4> words;
  for (std::string_view& word : words) word = take_word(line);
  return is_placement(words[0]) && !words[1].empty() && is_scores(words[2]) && !words[3].empty() &&
         std::all_of(words[3].begin(), words[3].end(), is_digit);
}

}  // namespace

bool holds_cgp(std::string_view head) {
  while (!head.empty()) {
    const std::size_t end = std::min(head.find_first_of("\r\n"), head.size());
    std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 1, head.size()));
    while (!line.empty() && is_space_or_tab(line.front())) line.remove_prefix(1);
    if (!line.empty() && line.front() != '#') return is_cgp(line);
  }
  return false;
}

}  // namespace ludex
