#include "formats/values/game_terms.hpp"

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

/// A number that no unit follows.
std::optional<double> to_points(double written) {
  for (const Respelled& row : kHundredths) {
    if (written == row.written) return row.points;
  }
  if (std::abs(written) > kMaxKomi) return std::nullopt;
  const double quarters = std::abs(std::fmod(written, 0.5));
  if (quarters == 0.25) return 2 * written;  // only Chinese stones come in quarters
  return written;
}

constexpr std::string_view kEvenWords[] = {"호선", "맞바둑", "互先",      "分先",
                                           "对子", "對子",   "even game", "even"};
/// Who plays first, which is no number of stones.
constexpr std::string_view kFirstMoveWords[] = {"정선", "선상선", "定先", "先相先"};
constexpr std::string_view kNoKomiWords[] = {"덤 없음", "덤없음",   "공제 없음", "공제없음",
                                             "무공제",  "コミなし", "コミ無し",  "不贴目",
                                             "不貼目",  "no komi"};
constexpr std::string_view kBeforeKomi[] = {"komi", "コミ", "덤", "黑贴", "黑貼", "黒貼",
                                            "贴目", "貼目", "贴", "貼",   "공제"};
constexpr std::string_view kBehindKomi[] = {"공제", "덤",   "コミ出し", "コミ出",
                                            "コミ", "込出", "komi",     "출"};
constexpr std::string_view kGives[] = {"让", "讓", "受"};
constexpr std::string_view kStones[] = {"stones", "stone", "子局", "子", "점"};
constexpr std::string_view kBehindStones[] = {"접바둑", "置碁"};

/// Takes "2 stones", `두점`, `让二子` off the front.
std::optional<int> take_stones(std::string_view& text) {
  std::string_view rest = text;
  skip_any(rest, kGives);
  auto stones = take_digits(rest);
  if (!stones) stones = take_chinese_number(rest);
  if (!stones) stones = take_korean_number(rest);
  if (!stones || *stones == 0 || *stones > 361) return std::nullopt;
  skip_spaces(rest);
  if (!skip_any(rest, kStones)) return std::nullopt;
  skip_spaces(rest);
  skip_any(rest, kBehindStones);
  text = rest;
  return stones;
}

/// \returns false if it was said otherwise before.
template <class Value>
bool agree(std::optional<Value>& known, Value said) {
  if (known && *known != said) return false;
  known = said;
  return true;
}

/// What stands between two parts: `호선-6집`, `호선 - 6집`. A minus sign behind a space belongs to
/// its number.
void skip_marks(std::string_view& text) {
  const auto is_mark = [&] {
    if (text.front() == '-') return text.size() == 1 || !is_digit(text[1]);
    return std::string_view(" ,;:./").find(text.front()) != std::string_view::npos;
  };
  while (!text.empty() && is_mark()) text.remove_prefix(1);
}

/// Takes one part off the front. \returns false if it is not understood.
bool take_part(std::string_view& text, GameTerms& terms) {
  if (skip_any(text, kEvenWords)) return agree(terms.handicap, 0);
  if (skip_any(text, kFirstMoveWords)) return true;
  if (skip_any(text, kNoKomiWords)) return agree(terms.komi, 0.0);
  if (const auto stones = take_stones(text)) return agree(terms.handicap, *stones);
  if (const auto komi = take_komi(text)) return agree(terms.komi, *komi);
  return false;
}

}  // namespace

std::optional<double> komi_points(const Amount& amount) {
  return amount.in_stones ? amount.points() : to_points(amount.value);
}

std::optional<double> take_komi(std::string_view& text) {
  std::string_view rest = text;
  bool named = false;
  skip(rest, "先番");
  while (skip_any(rest, kBeforeKomi)) {
    named = true;
    skip_spaces(rest);
  }
  const auto amount = take_amount(rest);
  if (!amount) return std::nullopt;
  skip_spaces(rest);
  while (skip_any(rest, kBehindKomi)) {
    named = true;
    skip_spaces(rest);
  }
  if (!named) return std::nullopt;
  text = rest;
  return komi_points(*amount);
}

GameTerms parse_game_terms(std::string_view text) {
  GameTerms terms;
  while (!text.empty()) {
    if (!take_part(text, terms)) return {};
    skip(text, "-");
    skip_marks(text);
  }
  return terms;
}

}  // namespace ludex
