#include "formats/values/value_text.hpp"

#include "formats/values/fold.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

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
    {"한", 1},   {"두", 2},   {"석", 3},   {"세", 3},   {"넉", 4},   {"네", 4}};
constexpr std::string_view kChineseTen[] = {"十"};
constexpr std::string_view kKoreanTen[] = {"십", "열"};

constexpr std::string_view kHalf[] = {"半", "반"};
constexpr std::string_view kPoints[] = {"目",     "집",     "목",   "호", "戶",    "户",
                                        "points", "point",  "pts",  "pt", "ponto", "punten",
                                        "punt",   "punkte", "moku", "p"};
/// Between a whole number and its fraction.
constexpr std::string_view kAnd[] = {"又", "と", "과", "와", "and "};
/// Between the parts and the whole of a fraction: "of 4, 3".
constexpr std::string_view kPartsOf[] = {"分之", "分の", "분의"};

using Numerals = std::span<const std::pair<std::string_view, int>>;

/// Takes numerals with a word for ten off the front: 1 to 99.
std::optional<int> take_numerals(std::string_view& text, Numerals numerals,
                                 std::span<const std::string_view> ten) {
  const auto take_one = [&](std::string_view& from) {
    const auto found = std::ranges::find_if(
        numerals, [&](const auto& numeral) { return skip(from, numeral.first); });
    return found == numerals.end() ? 0 : found->second;
  };
  std::string_view rest = text;
  int value = take_one(rest);
  if (skip_any(rest, ten)) value = (value == 0 ? 1 : value) * 10 + take_one(rest);
  if (value == 0) return std::nullopt;
  text = rest;
  return value;
}

std::optional<int> take_number_word(std::string_view& text) {
  const auto chinese = take_chinese_number(text);
  return chinese ? chinese : take_korean_number(text);
}

/// Takes `四分之三`, `4분의 1` off the front.
std::optional<double> take_spoken_fraction(std::string_view& text) {
  const auto take_number = [](std::string_view& from) {
    const auto digits = take_digits(from);
    return digits ? digits : take_number_word(from);
  };
  std::string_view rest = text;
  const auto below = take_number(rest);
  if (!below || !skip_any(rest, kPartsOf)) return std::nullopt;
  skip_spaces(rest);
  const auto above = take_number(rest);
  if (!above || *above == 0 || *above >= *below) return std::nullopt;
  text = rest;
  return static_cast<double>(*above) / *below;
}

/// Takes "1/4", `四分之一` off the front, and the spaces and the `又` before it.
std::optional<double> take_part(std::string_view& text) {
  std::string_view rest = text;
  skip_spaces(rest);
  const bool joined = skip_any(rest, kAnd);
  skip_spaces(rest);
  auto part = take_fraction(rest);
  if (!part && joined) part = take_spoken_fraction(rest);
  if (part) text = rest;
  return part;
}

/// Takes a number, with its fraction, off the front.
std::optional<double> take_quantity(std::string_view& text) {
  if (const auto fraction = take_fraction(text)) return fraction;
  if (const auto fraction = take_spoken_fraction(text)) return fraction;
  auto whole = take_decimal(text);
  if (!whole) whole = take_number_word(text);
  if (!whole) return std::nullopt;
  return *whole + take_part(text).value_or(0);
}

/// Takes "points", `집`, `子` off the front, and the spaces before it.
bool take_unit(std::string_view& text, Amount& amount) {
  std::string_view rest = text;
  skip_spaces(rest);
  amount.in_stones = skip(rest, "子");
  if (!amount.in_stones && !skip_any(rest, kPoints)) return false;
  text = rest;
  return true;
}

/// Removes the text after the unit from the front: `반`, `과1/4`, `又四分之三子`.
void take_rest_of_amount(std::string_view& text, Amount& amount) {
  std::string_view rest = text;
  skip_spaces(rest);
  if (skip_any(rest, kHalf)) {
    amount.value += 0.5;
    amount.has_unit = true;
    text = rest;
  } else if (const auto part = take_part(text)) {
    amount.value += *part;
    Amount again;
    rest = text;
    if (take_unit(rest, again) && again.in_stones == amount.in_stones) text = rest;
  }
}

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
  const auto digits_at = [&](std::size_t at) {
    return text.substr(at).size() - without_front(text.substr(at), is_digit).size();
  };
  const std::size_t whole = digits_at(0);
  if (whole > 9) return std::nullopt;
  std::string number = "0" + std::string(text.substr(0, whole));
  std::string_view rest = text.substr(whole);
  const bool has_mark = rest.starts_with('.') || (whole > 0 && rest.starts_with(','));
  const std::size_t part = has_mark ? digits_at(whole + 1) : 0;
  if (whole == 0 && part == 0) return std::nullopt;
  if (part > 0) {
    number.append(".").append(rest.substr(1, part));
    rest.remove_prefix(part + 1);
  } else {
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
  return take_numerals(text, kChineseNumerals, kChineseTen);
}

std::optional<int> take_korean_number(std::string_view& text) {
  return take_numerals(text, kKoreanNumerals, kKoreanTen);
}

std::optional<Amount> take_amount(std::string_view& text) {
  std::string_view rest = text;
  Amount amount;
  const bool in_digits = !text.empty() && (is_digit(text.front()) || text.front() == '.');
  const auto quantity = take_quantity(rest);
  const bool half = skip_any(rest, kHalf);
  if (!quantity && !half) return std::nullopt;
  amount.value = quantity.value_or(0) + (half ? 0.5 : 0);
  const bool has_unit = take_unit(rest, amount);
  const bool in_words = quantity && !in_digits && std::fmod(*quantity, 1) == 0;
  const bool is_name = in_words && !has_unit;  // `一` is as often part of one
  if (is_name) return std::nullopt;
  amount.has_unit = has_unit || half;
  if (!half) take_rest_of_amount(rest, amount);
  text = rest;
  return amount;
}

}  // namespace ludex::value_text
