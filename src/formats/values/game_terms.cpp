#include "formats/values/game_terms.hpp"

#include "formats/values/game_values.hpp"
#include "formats/values/repeated_text.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <cmath>
#include <string>

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
constexpr int kMostBeforeKomi = 4;  // more of these words in a row name no komi
constexpr std::string_view kAfterKomi[] = {"공제", "덤",   "コミ出し", "コミ出",
                                           "コミ", "込出", "komi",     "출"};
constexpr std::string_view kGives[] = {"让", "讓", "受"};
constexpr std::string_view kStones[] = {"stones", "stone", "子局", "子", "점"};
constexpr std::string_view kAfterStones[] = {"접바둑", "置碁"};

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
  skip_any(rest, kAfterStones);
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

/// What stands between two parts: `호선-6집`, `호선 - 6집`. A minus sign after a space belongs to
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

/// The whole value is an amount, with words for komi around it or none.
std::optional<double> parse_one_komi(std::string_view text) {
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
  const auto points = komi_points(*amount);
  return points ? std::optional(sign * *points) : std::nullopt;
}

/// Takes `吴先二先.` off the front: whose terms in a match, before those of this game.
bool skip_match_terms(std::string_view& text) {
  constexpr std::string_view kTerms[] = {"先相先", "先二先", "先二", "二先二", "二三二", "三二三"};
  const std::size_t stop = text.rfind('.');
  if (stop == std::string_view::npos) return false;
  const std::string_view before = text.substr(0, stop);
  if (!std::ranges::any_of(kTerms, [&](auto terms) { return before.ends_with(terms); })) {
    return false;
  }
  text.remove_prefix(stop + 1);
  return true;
}

}  // namespace

std::optional<double> komi_points(const Amount& amount) {
  return amount.in_stones ? amount.points() : to_points(amount.value);
}

std::optional<double> take_komi(std::string_view& text) {
  std::string_view rest = text;
  bool named = false;
  skip(rest, "先番");
  for (int words = 0; words < kMostBeforeKomi && skip_any(rest, kBeforeKomi); ++words) {
    named = true;
    skip_spaces(rest);
  }
  const auto amount = take_amount(rest);
  if (!amount) return std::nullopt;
  skip_spaces(rest);
  while (skip_any(rest, kAfterKomi)) {
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

namespace {

std::optional<double> read_komi(std::string_view utf8) {
  const std::string form = value_form(utf8);
  const auto komi = parse_one_komi(form);
  return komi ? komi : parse_game_terms(form).komi;
}

}  // namespace

std::optional<double> parse_komi(std::string_view utf8) {
  thread_local RepeatedText<std::optional<double>> known;
  return known.find_or_read(utf8, read_komi);
}

std::optional<int> parse_handicap(std::string_view utf8) {
  constexpr int kMaxStones = 361;
  const std::string form = value_form(utf8);
  std::string_view text = form;
  const bool of_match = skip_match_terms(text);
  constexpr std::string_view kTakes[] = {"让", "讓", "受"};
  skip_any(text, kTakes);
  skip_plus(text);
  const bool digits = !text.empty() && is_digit(text.front());
  const auto stones = digits ? take_digits(text) : take_chinese_number(text);
  if (!stones || *stones > kMaxStones) return parse_game_terms(form).handicap;
  skip_spaces(text);
  constexpr std::string_view kStoneUnits[] = {"stones", "stone", "子局", "子", "目", "점"};
  const bool unit = skip_any(text, kStoneUnits);
  if (text.empty() && (digits || unit || of_match)) return stones;
  return parse_game_terms(form).handicap;
}

}  // namespace ludex
