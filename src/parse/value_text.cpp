#include "parse/value_text.hpp"

#include "ludex/parse/fold.hpp"

#include <algorithm>
#include <charconv>

namespace ludex::value_text {
namespace {

constexpr std::pair<std::string_view, std::string_view> kRespelled[] = {
    {"½", " 1/2"}, {"¼", " 1/4"}, {"¾", " 3/4"}, {"。", "."}, {"．", "."}, {"−", "-"},
    {"–", "-"},    {"—", "-"},    {"，", ","},   {"、", ","}, {"～", "~"}, {"〜", "~"}};

constexpr std::pair<std::string_view, int> kChineseNumerals[] = {
    {"一", 1}, {"二", 2}, {"三", 3}, {"四", 4}, {"五", 5}, {"六", 6}, {"七", 7},
    {"八", 8}, {"九", 9}, {"壱", 1}, {"壹", 1}, {"弐", 2}, {"贰", 2}, {"貳", 2},
    {"两", 2}, {"両", 2}, {"兩", 2}, {"参", 3}, {"參", 3}, {"叁", 3}, {"肆", 4},
    {"伍", 5}, {"陆", 6}, {"陸", 6}, {"柒", 7}, {"捌", 8}, {"玖", 9}};
/// Sino-Korean numbers, and the native ones that count stones.
constexpr std::pair<std::string_view, int> kKoreanNumerals[] = {
    {"일곱", 7}, {"여섯", 6}, {"다섯", 5}, {"여덟", 8}, {"아홉", 9}, {"일", 1}, {"이", 2},
    {"삼", 3},   {"사", 4},   {"오", 5},   {"육", 6},   {"칠", 7},   {"팔", 8}, {"구", 9},
    {"십", 10},  {"두", 2},   {"석", 3},   {"세", 3},   {"넉", 4},   {"네", 4}};

constexpr std::string_view kHalf[] = {"半", "반"};
constexpr std::string_view kPoints[] = {"目",    "집",     "points", "point",  "pts",  "pt",
                                        "ponto", "punten", "punt",   "punkte", "moku", "p"};
/// Between a whole number and its fraction.
constexpr std::string_view kAnd[] = {"又", "と", "과", "와", "and "};

}  // namespace

std::string value_form(std::string_view utf8) {
  std::string text;
  text.reserve(utf8.size() + 8);
  while (!utf8.empty()) {
    const auto* respelled = std::ranges::find_if(
        kRespelled, [&](const auto& entry) { return utf8.starts_with(entry.first); });
    if (respelled != std::end(kRespelled)) {
      text += respelled->second;
      utf8.remove_prefix(respelled->first.size());
    } else {
      text.push_back(utf8.front());
      utf8.remove_prefix(1);
    }
  }
  return fold(text);
}

void skip_spaces(std::string_view& text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
}

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

bool skip_any(std::string_view& text, std::span<const std::string_view> prefixes) {
  return std::ranges::any_of(prefixes, [&](std::string_view prefix) { return skip(text, prefix); });
}

bool contains_any(std::string_view text, std::span<const std::string_view> words) {
  return std::ranges::any_of(
      words, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
}

std::size_t character_bytes(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && bytes < 4 &&
         (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) {
    ++bytes;
  }
  return bytes;
}

std::string without_brackets(std::string_view text) {
  std::string outside;
  std::size_t depth = 0;
  for (const char c : text) {
    if (c == '(') {
      if (depth++ == 0) outside.push_back(' ');
    } else if (c == ')' && depth > 0) {
      --depth;
    } else if (depth == 0) {
      outside.push_back(c);
    }
  }
  return outside;
}

void skip_plus(std::string_view& text) {
  if (text.size() > 1 && text[0] == '+' && is_digit(text[1])) text.remove_prefix(1);
}

std::optional<int> take_digits(std::string_view& text) {
  std::size_t digits = 0;
  while (digits < text.size() && is_digit(text[digits])) ++digits;
  if (digits == 0 || digits > 9) return std::nullopt;
  int value = 0;
  std::from_chars(text.data(), text.data() + digits, value);
  text.remove_prefix(digits);
  return value;
}

std::optional<double> take_decimal(std::string_view& text) {
  std::string_view rest = text;
  std::string number = "0";
  const bool has_whole = !rest.empty() && is_digit(rest.front());
  if (has_whole) {
    const auto whole = take_digits(rest);
    if (!whole) return std::nullopt;
    number = std::to_string(*whole);
  }
  const bool has_part =
      rest.size() > 1 && (rest[0] == '.' || (has_whole && rest[0] == ',')) && is_digit(rest[1]);
  if (!has_whole && !has_part) return std::nullopt;
  if (has_part) {
    rest.remove_prefix(1);
    number += '.';
    while (!rest.empty() && is_digit(rest.front())) {
      number += rest.front();
      rest.remove_prefix(1);
    }
  } else if (has_whole) {
    skip(rest, ".");  // "3."
  }
  text = rest;
  double value = 0;
  std::from_chars(number.data(), number.data() + number.size(), value);
  return value;
}

std::optional<double> take_fraction(std::string_view& text) {
  std::string_view rest = text;
  const auto above = take_digits(rest);
  if (!above || !skip(rest, "/")) return std::nullopt;
  const auto below = take_digits(rest);
  if (!below || *above == 0 || *above >= *below) return std::nullopt;
  text = rest;
  return static_cast<double>(*above) / *below;
}

std::optional<int> take_chinese_number(std::string_view& text) {
  const auto take_numeral = [](std::string_view& from) {
    for (const auto& [word, number] : kChineseNumerals) {
      if (skip(from, word)) return number;
    }
    return 0;
  };
  std::string_view rest = text;
  int value = take_numeral(rest);
  if (skip(rest, "十")) value = (value == 0 ? 1 : value) * 10 + take_numeral(rest);
  if (value == 0) return std::nullopt;
  text = rest;
  return value;
}

std::optional<int> take_korean_number(std::string_view& text) {
  for (const auto& [word, number] : kKoreanNumerals) {
    if (skip(text, word)) return number;
  }
  return std::nullopt;
}

std::optional<Amount> take_amount(std::string_view& text) {
  std::string_view rest = text;
  Amount amount;
  bool found = true;
  bool needs_unit = false;  // `一` alone is as often part of a name
  if (const auto fraction = take_fraction(rest)) {
    amount.value = *fraction;
  } else if (const auto decimal = take_decimal(rest)) {
    amount.value = *decimal;
    std::string_view after = rest;
    skip_spaces(after);
    skip_any(after, kAnd);
    skip_spaces(after);
    if (const auto part = take_fraction(after)) {
      amount.value += *part;
      rest = after;
    }
  } else if (const auto number = take_chinese_number(rest)) {
    amount.value = *number;
    needs_unit = true;
  } else {
    found = false;
  }
  bool half = skip_any(rest, kHalf);
  if (!found && !half) return std::nullopt;
  std::string_view after = rest;
  skip_spaces(after);
  if (skip(after, "子")) {
    amount.in_stones = true;
    needs_unit = false;
    rest = after;
  } else if (skip_any(after, kPoints)) {
    needs_unit = false;
    rest = after;
  }
  if (needs_unit && !half) return std::nullopt;
  after = rest;
  skip_spaces(after);
  if (!half && skip_any(after, kHalf)) {
    half = true;
    rest = after;
  }
  if (half) amount.value += 0.5;
  text = rest;
  return amount;
}

}  // namespace ludex::value_text
