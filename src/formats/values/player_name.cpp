#include "formats/values/player_name.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace ludex {
namespace {

using Words = std::vector<std::string>;

/// What stands inside a word: `Se-dol`, `Ch'oe`, and their typographic kin.
constexpr std::array<std::string_view, 7> kJoiners = {"-", "'", "`", "’", "‘", "‐", "–"};
/// What stands between words, beside ASCII's punctuation.
constexpr std::array<std::string_view, 12> kSeparators = {"・", "·",  "•",  "、", "。", "「",
                                                          "」", "【", "】", "《", "》", "“"};

constexpr std::array<std::string_view, 17> kNameTitles = {
    "honinbo", "meijin", "kisei", "judan", "tengen", "oza",     "gosei",    "kuksu", "guksu",
    "ryuo",    "kio",    "osho",  "eio",   "sensei", "mingren", "myeongin", "pro"};
constexpr std::array<std::string_view, 25> kHanTitles = {
    "本因坊", "名人", "棋聖", "棋圣", "天元", "王座", "碁聖", "碁圣", "小棋聖",
    "竜王",   "龍王", "王位", "棋王", "王将", "王將", "叡王", "国手", "國手",
    "先生",   "老師", "老师", "さん", "氏",   "국수", "永世"};
constexpr std::array<std::string_view, 6> kHanRanks = {"段", "级", "級", "단", "급", "冠"};
constexpr std::array<std::string_view, 17> kHanNumbers = {"初", "一", "二", "三", "四", "五",
                                                          "六", "七", "八", "九", "十", "壱",
                                                          "弐", "参", "초", "準", "准"};

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& list) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

/// The one that `text` begins with at `place`; empty for none.
template <std::size_t N>
std::string_view one_at(std::string_view text, std::size_t place,
                        const std::array<std::string_view, N>& list) {
  const auto found = std::find_if(list.begin(), list.end(), [&](std::string_view one) {
    return text.substr(place).starts_with(one);
  });
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
  return word == "p" || word == "d" || word == "k" || word == "dan" || word == "kyu" ||
         word == "gup" || word == "pro" || word == "st" || word == "nd" || word == "rd" ||
         word == "th" || is_one_of(word, kHanRanks);
}

/// `9p`, `9dan`, `9段`.
bool is_rank(std::string_view word) {
  const auto digits =
      static_cast<std::size_t>(std::find_if_not(word.begin(), word.end(), is_digit) - word.begin());
  return digits > 0 && digits <= 2 && is_rank_unit(word.substr(digits));
}

bool is_small_number(std::string_view word) {
  return word.size() <= 2 && std::all_of(word.begin(), word.end(), is_digit);
}

/// `九段`; `9段` is_rank() knows.
bool is_han_rank(std::string_view word) {
  return std::any_of(kHanRanks.begin(), kHanRanks.end(), [&](std::string_view unit) {
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

/// Takes `九段`, `本因坊` off the end of a word that goes on in front of it.
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

}  // namespace

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

}  // namespace ludex
