#include "ludex/parse/game_values.hpp"

#include "parse/value_text.hpp"

#include <cmath>

namespace ludex {
namespace {

using namespace value_text;

struct Respelled {
  double written;
  double points;
};
/// Fox and Tygem write hundredths of points or of Chinese stones; 214, 234, 334 are 2 1/4, 2 3/4
/// and 3 3/4 stones without their fraction bar.
constexpr Respelled kHundredths[] = {{275, 5.5}, {325, 6.5}, {350, 7},  {375, 7.5},
                                     {550, 5.5}, {650, 6.5}, {700, 7},  {750, 7.5},
                                     {214, 4.5}, {234, 5.5}, {334, 7.5}};

/// No board has more points than 52 x 52, but a komi beyond this is another unit.
constexpr double kMaxKomi = 200;

std::optional<double> to_points(double written) {
  for (const Respelled& row : kHundredths) {
    if (written == row.written) return row.points;
  }
  if (std::abs(written) > kMaxKomi) return std::nullopt;
  const double quarters = std::abs(std::fmod(written, 0.5));
  if (quarters == 0.25) return 2 * written;  // only Chinese stones come in quarters
  return written;
}

}  // namespace

std::optional<double> parse_komi(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  double sign = 1;
  constexpr std::string_view kReverse[] = {"reverse"};
  if (skip_any(text, kReverse)) sign = -1;
  constexpr std::string_view kBefore[] = {" ",  ",",    "黑",   "黒", "棋", "白", "贴",
                                          "貼", "コミ", "komi", ":",  "덤", "+"};
  const bool white_gives = text.starts_with("白");
  while (skip_any(text, kBefore)) {
  }
  if (skip(text, "-")) sign = -sign;
  skip_spaces(text);
  const auto amount = take_amount(text);
  if (!amount || white_gives) return std::nullopt;
  skip_spaces(text);
  constexpr std::string_view kAfter[] = {"출", "コミ出し", "込出", "."};
  skip_any(text, kAfter);
  if (!text.empty()) return std::nullopt;
  if (amount->in_stones) return sign * amount->points();
  const auto points = to_points(amount->value);
  return points ? std::optional(sign * *points) : std::nullopt;
}

std::optional<int> parse_handicap(std::string_view utf8) {
  constexpr int kMaxStones = 361;
  const std::string form = value_form(utf8);
  std::string_view text = form;
  if (text == "对子" || text == "對子" || text == "互先" || text == "호선") return 0;
  constexpr std::string_view kGives[] = {"让", "讓", "受"};
  skip_any(text, kGives);
  const bool digits = !text.empty() && is_digit(text.front());
  const auto stones = digits ? take_digits(text) : take_chinese_number(text);
  if (!stones || *stones > kMaxStones) return std::nullopt;
  skip_spaces(text);
  constexpr std::string_view kUnits[] = {"stones", "stone", "子局", "子", "目", "점"};
  const bool unit = skip_any(text, kUnits);
  if (!text.empty() || (!digits && !unit)) return std::nullopt;
  return stones;
}

}  // namespace ludex
