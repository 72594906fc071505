#include "formats/values/game_values.hpp"

#include "formats/values/game_terms.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <string>

namespace ludex {
namespace {

using namespace value_text;

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

std::optional<double> parse_komi(std::string_view utf8) {
  const std::string form = value_form(utf8);
  const auto komi = parse_one_komi(form);
  return komi ? komi : parse_game_terms(form).komi;
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
