#include "formats/values/name_sound.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ludex {
namespace {

/// Spellings of one sound; of those that fit at a place the first one counts.
constexpr std::array<std::pair<std::string_view, std::string_view>, 44> kSounds = {{
    {"tsch", "c"}, {"tch", "c"}, {"sch", "s"}, {"eui", "i"}, {"yeo", "o"}, {"yae", "e"},
    {"wae", "e"},  {"ch", "c"},  {"cz", "c"},  {"zh", "c"},  {"ts", "c"},  {"tz", "c"},
    {"dz", "c"},   {"ck", "k"},  {"sh", "s"},  {"hs", "s"},  {"ph", "p"},  {"rh", "l"},
    {"eo", "o"},   {"eu", "o"},  {"ae", "e"},  {"oe", "e"},  {"oi", "e"},  {"ai", "e"},
    {"ei", "e"},   {"ee", "i"},  {"ui", "i"},  {"wi", "i"},  {"ti", "ci"}, {"tu", "co"},
    {"fu", "ho"},  {"mb", "np"}, {"mp", "np"}, {"ry", "y"},  {"ly", "y"},  {"b", "p"},
    {"d", "t"},    {"g", "k"},   {"j", "c"},   {"q", "c"},   {"x", "s"},   {"z", "c"},
    {"r", "l"},    {"u", "o"},
}};

bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o'; }

std::string with_one_spelling(std::string_view word) {
  std::string sounds;
  for (std::size_t i = 0; i < word.size();) {
    const auto* const found = std::find_if(kSounds.begin(), kSounds.end(), [&](const auto& one) {
      return word.substr(i).starts_with(one.first);
    });
    if (found == kSounds.end()) {
      sounds.push_back(word[i++]);
    } else {
      sounds += found->second;
      i += found->first.size();
    }
  }
  return sounds;
}

/// Glides before vowels, and an `h` that only makes a vowel long, are not heard.
std::string without_silent(const std::string& sounds) {
  std::string heard;
  for (std::size_t i = 0; i < sounds.size(); ++i) {
    const char next = i + 1 < sounds.size() ? sounds[i + 1] : '\0';
    char sound = sounds[i];
    if (sound == 'w' || (sound == 'y' && is_vowel(next))) continue;
    if (sound == 'h' && !is_vowel(next) && next != 'y') continue;
    if (sound == 'y') sound = 'i';
    heard.push_back(sound);
  }
  return heard;
}

}  // namespace

std::string name_sound(std::string_view word) {
  if (word == "park") word = "pak";
  std::string heard = without_silent(with_one_spelling(word));
  if (heard.starts_with("li")) heard.erase(0, 1);  // Lee, Rhee, Yi; Lim, Im
  const auto twice = [](char a, char b) { return a == b && (a < '0' || a > '9'); };
  heard.erase(std::unique(heard.begin(), heard.end(), twice), heard.end());
  return heard;
}

}  // namespace ludex
