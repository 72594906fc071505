#include "formats/values/fold.hpp"

#include "core/ascii.hpp"
#include "core/per_thread.hpp"
#include "formats/charset/charset.hpp"

#include <utf8proc.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
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

/// Blocks of Latin and Greek letters beyond ASCII.
constexpr std::pair<utf8proc_int32_t, utf8proc_int32_t> kMarkedBlocks[] = {
    {0xAA, 0x24F}, {0x370, 0x3FF}, {0x1E00, 0x1FFF}, {0x2C60, 0x2C7F}, {0xA720, 0xA7FF},
};

bool can_lose_marks(utf8proc_int32_t character) {
  if (character < 0x80) return is_letter(static_cast<char>(character));
  return std::ranges::any_of(kMarkedBlocks, [&](const auto& block) {
    return character >= block.first && character <= block.second;
  });
}

/// Letters whose stroke or missing dot is no mark to Unicode.
constexpr std::pair<utf8proc_int32_t, utf8proc_int32_t> kStrokes[] = {
    {0xF8, 'o'}, {0x111, 'd'}, {0x127, 'h'}, {0x131, 'i'}, {0x142, 'l'}, {0x167, 't'},
};

/// The letter that a mark was put on; the character itself where it cannot lose one.
utf8proc_int32_t without_mark(utf8proc_int32_t character) {
  if (character < 0x80 || !can_lose_marks(character)) return character;
  for (const auto& [stroked, letter] : kStrokes) {
    if (character == stroked) return letter;
  }
  utf8proc_int32_t parts[8] = {character};
  int last_class = 0;
  const auto count = utf8proc_decompose_char(character, parts, 8, UTF8PROC_DECOMPOSE, &last_class);
  return count > 0 && count <= 8 ? parts[0] : character;
}

using Words = std::vector<std::string>;

/// Characters inside a word: `Se-dol`, `Ch'oe`, and their typographic variants.
constexpr std::string_view kJoiners[] = {"-", "'", "`", "’", "‘", "‐", "–"};
/// Characters between words, besides ASCII punctuation.
constexpr std::string_view kSeparators[] = {"・", "·",  "•",  "、", "。", "「",
                                            "」", "【", "】", "《", "》", "“"};

constexpr std::string_view kNameTitles[] = {
    "honinbo", "meijin", "kisei", "judan", "tengen", "oza",     "gosei",    "kuksu", "guksu",
    "ryuo",    "kio",    "osho",  "eio",   "sensei", "mingren", "myeongin", "pro"};
constexpr std::string_view kHanTitles[] = {
    "本因坊", "名人", "棋聖", "棋圣", "天元", "王座", "碁聖", "碁圣", "小棋聖",
    "竜王",   "龍王", "王位", "棋王", "王将", "王將", "叡王", "国手", "國手",
    "先生",   "老師", "老师", "さん", "氏",   "국수", "永世"};
constexpr std::string_view kHanRanks[] = {"段", "级", "級", "단", "급", "冠"};
constexpr std::string_view kHanNumbers[] = {"初", "一", "二", "三", "四", "五", "六", "七", "八",
                                            "九", "十", "壱", "弐", "参", "초", "準", "准"};

using List = std::span<const std::string_view>;

bool is_one_of(std::string_view text, List list) {
  return std::ranges::find(list, text) != list.end();
}

/// The one that `text` begins with at `place`; empty for none.
std::string_view one_at(std::string_view text, std::size_t place, List list) {
  const auto found = std::ranges::find_if(
      list, [&](std::string_view one) { return text.substr(place).starts_with(one); });
  return found == list.end() ? std::string_view() : *found;
}

bool separates(char c) {
  return static_cast<unsigned char>(c) < 0x80 && !is_digit(c) && !is_lower(c);
}

Words words_of(std::string_view text) {
  Words words(1);
  for (std::size_t i = 0; i < text.size();) {
    if (const auto joiner = one_at(text, i, kJoiners); !joiner.empty()) {
      i += joiner.size();
      continue;
    }
    const auto separator = one_at(text, i, kSeparators);
    if (!separator.empty() || separates(text[i])) {
      if (!words.back().empty()) words.emplace_back();
      i += std::max<std::size_t>(separator.size(), 1);
      continue;
    }
    words.back() += text[i++];
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string joined(const Words& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

/// `p`, `dan` and the like: what follows the number of a rank.
bool is_rank_unit(std::string_view word) {
  constexpr std::string_view kUnits[] = {"p",   "d",  "k",  "dan", "kyu", "gup",
                                         "pro", "st", "nd", "rd",  "th"};
  return is_one_of(word, kUnits) || is_one_of(word, kHanRanks);
}

/// `9p`, `9dan`, `9段`.
bool is_rank(std::string_view word) {
  const auto digits = word.size() - without_front(word, is_digit).size();
  return digits > 0 && digits <= 2 && is_rank_unit(word.substr(digits));
}

bool is_small_number(std::string_view word) {
  return word.size() <= 2 && std::ranges::all_of(word, is_digit);
}

/// `九段`; `9段` is_rank() knows.
bool is_han_rank(std::string_view word) {
  return std::ranges::any_of(kHanRanks, [&](std::string_view unit) {
    return word.ends_with(unit) &&
           is_one_of(word.substr(0, word.size() - unit.size()), kHanNumbers);
  });
}

/// Takes `9 dan`, `9p` or a title off the end. \returns false if there is none, or nothing else.
bool drop_last_word(Words& words) {
  if (words.size() < 2) return false;
  const std::string& last = words.back();
  if (words.size() > 2 && is_rank_unit(last) && is_small_number(words[words.size() - 2])) {
    words.resize(words.size() - 2);
    return true;
  }
  const bool is_title = is_one_of(last, kNameTitles) || is_one_of(last, kHanTitles);
  if (!is_rank(last) && !is_han_rank(last) && !is_title) return false;
  words.pop_back();
  return true;
}

/// Takes the last number or counting word off; nothing if there is none.
bool drop_number(std::string& word) {
  std::size_t end = word.size();
  while (end > 0 && is_digit(word[end - 1])) --end;
  for (const std::string_view number : kHanNumbers) {
    if (end == word.size() && word.ends_with(number)) end -= number.size();
  }
  if (end == word.size() || end == 0) return false;
  word.resize(end);
  return true;
}

/// Removes `九段`, `本因坊` from the end of a longer word.
bool drop_han_suffix(std::string& word) {
  for (const std::string_view title : kHanTitles) {
    if (word.size() > title.size() && word.ends_with(title)) {
      word.resize(word.size() - title.size());
      return true;
    }
  }
  for (const std::string_view unit : kHanRanks) {
    if (word.size() <= unit.size() || !word.ends_with(unit)) continue;
    std::string rest = word.substr(0, word.size() - unit.size());
    if (!drop_number(rest)) continue;
    word = std::move(rest);
    return true;
  }
  return false;
}

/// Spellings of one sound; of those that fit at a place the first one counts.
constexpr std::pair<std::string_view, std::string_view> kSounds[] = {
    {"tsch", "c"}, {"tch", "c"}, {"sch", "s"}, {"eui", "i"}, {"yeo", "o"}, {"yae", "e"},
    {"wae", "e"},  {"ch", "c"},  {"cz", "c"},  {"zh", "c"},  {"ts", "c"},  {"tz", "c"},
    {"dz", "c"},   {"ck", "k"},  {"sh", "s"},  {"hs", "s"},  {"ph", "p"},  {"rh", "l"},
    {"eo", "o"},   {"eu", "o"},  {"ae", "e"},  {"oe", "e"},  {"oi", "e"},  {"ai", "e"},
    {"ei", "e"},   {"ee", "i"},  {"ui", "i"},  {"wi", "i"},  {"ti", "ci"}, {"tu", "co"},
    {"fu", "ho"},  {"mb", "np"}, {"mp", "np"}, {"ry", "y"},  {"ly", "y"},  {"b", "p"},
    {"d", "t"},    {"g", "k"},   {"j", "c"},   {"q", "c"},   {"x", "s"},   {"z", "c"},
    {"r", "l"},    {"u", "o"},
};

bool is_vowel(char c) { return c == 'a' || c == 'e' || c == 'i' || c == 'o'; }

std::string with_one_spelling(std::string_view word) {
  std::string sounds;
  for (std::size_t i = 0; i < word.size();) {
    const auto* const found = std::ranges::find_if(
        kSounds, [&](const auto& one) { return word.substr(i).starts_with(one.first); });
    if (found == std::end(kSounds)) {
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

std::string fold(std::string_view utf8) {
  if (is_ascii(utf8)) return fold_ascii(utf8);
  auto& characters = per_thread<std::vector<utf8proc_int32_t>, struct FoldedCharacters>();
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

std::string without_marks(std::string_view folded) {
  std::string plain;
  plain.reserve(folded.size());
  bool is_on_letter = false;
  for (std::size_t at = 0; at < folded.size();) {
    utf8proc_int32_t character = 0;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(folded.data() + at);
    const auto left = static_cast<utf8proc_ssize_t>(folded.size() - at);
    const auto length = utf8proc_iterate(bytes, left, &character);
    const auto taken = length > 0 ? static_cast<std::size_t>(length) : 1;
    if (length <= 0) {
      plain += folded[at];
    } else if (!is_on_letter || utf8proc_category(character) != UTF8PROC_CATEGORY_MN) {
      utf8proc_uint8_t encoded[4];
      const auto size = utf8proc_encode_char(without_mark(character), encoded);
      plain.append(reinterpret_cast<const char*>(encoded), static_cast<std::size_t>(size));
      is_on_letter = can_lose_marks(character);
    }
    at += taken;
  }
  return plain;
}

std::string normal_player_name(std::string_view folded) {
  Words words = words_of(folded);
  if (words.empty()) return std::string(folded);
  while (drop_last_word(words) || drop_han_suffix(words.back())) {
  }
  return joined(words);
}

std::string normal_title(std::string_view folded) {
  std::string normal = joined(words_of(folded));
  return normal.empty() ? std::string(folded) : normal;
}

std::string name_sound(std::string_view word) {
  if (word == "park") word = "pak";
  std::string heard = without_silent(with_one_spelling(word));
  if (heard.starts_with("li")) heard.erase(0, 1);  // Lee, Rhee, Yi; Lim, Im
  const auto twice = [](char a, char b) { return a == b && (a < '0' || a > '9'); };
  heard.erase(std::unique(heard.begin(), heard.end(), twice), heard.end());
  return heard;
}

}  // namespace ludex
