#pragma once

#include "core/ascii.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

/// What the parsers of values share: texts brought to one form, numbers in digits, fractions and
/// Chinese numerals. Everything here takes text that value_form() gave.
namespace ludex::value_text {

/// fold()ed, with vulgar fractions as " 1/2", the ideographic full stop as ".", no space at the
/// ends.
[[nodiscard]] std::string value_form(std::string_view utf8);

void skip_spaces(std::string_view& text);
/// Takes `prefix` off the front.
bool skip(std::string_view& text, std::string_view prefix);
/// Takes the first of `prefixes` that fits off the front.
bool skip_any(std::string_view& text, std::span<const std::string_view> prefixes);
[[nodiscard]] bool contains_any(std::string_view text, std::span<const std::string_view> words);
/// Bytes of the character in front; 1 to 4.
[[nodiscard]] std::size_t character_bytes(std::string_view text);

/// Replaces every "(...)" by a space. One without its end reaches to the end.
[[nodiscard]] std::string without_brackets(std::string_view text);

/// Removes a leading "+" of a Number (FF[4]: ["+"|"-"] Digit {Digit}).
void skip_plus(std::string_view& text);
/// Takes digits off the front. \returns nothing if there are none, or more than nine.
[[nodiscard]] std::optional<int> take_digits(std::string_view& text);
/// Takes "12", "12.5", "12,5" or ".5" off the front.
[[nodiscard]] std::optional<double> take_decimal(std::string_view& text);
/// Takes "1/2" or "3/4" off the front; the value lies in (0, 1).
[[nodiscard]] std::optional<double> take_fraction(std::string_view& text);
/// Takes `二`, `両`, `参`, `十`, `十三`, `二十一` off the front: 1 to 99.
[[nodiscard]] std::optional<int> take_chinese_number(std::string_view& text);
/// Takes `구`, `두`, `아홉`, `십이` off the front: 1 to 99.
[[nodiscard]] std::optional<int> take_korean_number(std::string_view& text);

/// An amount of points or stones: a decimal or a number word, a fraction (`四分之三`), both ("5
/// 1/2", `5又1/4`, `1과1/4`, `2子3/4`), a unit and a half (`三目半`, `한집반`, `半目`).
struct Amount {
  double value = 0;
  bool in_stones = false;  ///< `子`: Chinese stones, 2 points each
  bool has_unit = false;   ///< points, stones or a half: no bare number
  [[nodiscard]] double points() const { return in_stones ? 2 * value : value; }
};
/// Takes an amount with its unit off the front.
[[nodiscard]] std::optional<Amount> take_amount(std::string_view& text);

}  // namespace ludex::value_text
