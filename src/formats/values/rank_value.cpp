#include "formats/values/game_values.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <utility>

namespace ludex {
namespace {

using namespace value_text;

constexpr int kProfessional =
    100;  // rank_order of a professional above the amateur of the same dan
constexpr int kMaxDan = 10;
constexpr int kMaxKyu = 50;

enum class Grade { none, kyu, dan, professional };

constexpr std::string_view kAmateur[] = {"业余", "業余",       "業餘", "业",       "業",  "强",
                                         "強",   "アマチュア", "アマ", "아마추어", "아마"};
constexpr std::string_view kProfessionals[] = {"职业", "職業", "专业", "專業", "职",
                                               "職",   "プロ", "프로", "pro"};
/// Japanese and Korean read aloud. `十段` and "judan" are a title.
constexpr std::pair<std::string_view, int> kSpokenDans[] = {
    {"shodan", 1}, {"chodan", 1},  {"nidan", 2},     {"sandan", 3},  {"yondan", 4},   {"yodan", 4},
    {"godan", 5},  {"rokudan", 6}, {"shichidan", 7}, {"nanadan", 7}, {"hachidan", 8}, {"kudan", 9}};

Grade take_grade(std::string_view& text) {
  constexpr std::string_view kKyu[] = {"kyu", "gup", "級", "级", "급", "k"};
  constexpr std::string_view kDan[] = {"dan", "段", "단", "d"};
  constexpr std::string_view kPro[] = {"pro", "p"};
  skip_spaces(text);
  if (text.size() > 1 && text[0] == '-' && is_letter(text[1])) text.remove_prefix(1);  // "5-dan"
  if (skip_any(text, kKyu)) return Grade::kyu;
  if (skip_any(text, kDan)) return Grade::dan;
  if (skip_any(text, kPro)) return Grade::professional;
  return Grade::none;
}

/// Takes `业余`, `프로`, "P" of "P9" off the front. \returns whether a professional is meant.
bool take_standing(std::string_view& text) {
  bool professional = false;
  for (;;) {
    skip_spaces(text);
    if (skip_any(text, kProfessionals)) {
      professional = true;
    } else if (!skip_any(text, kAmateur)) {
      break;
    }
  }
  if (text.size() > 1 && text[0] == 'p' && is_digit(text[1])) {  // Tygem's "P9"
    professional = true;
    text.remove_prefix(1);
  }
  return professional;
}

/// `初段`, "5 dan", `九段`, `구단` in front. \returns its number and grade; 0 for no rank.
std::pair<int, Grade> take_rank(std::string_view& text) {
  for (const auto& [word, dan] : kSpokenDans) {
    if (skip(text, word)) return {dan, Grade::dan};
  }
  constexpr std::string_view kFirst[] = {"初", "초"};
  if (skip_any(text, kFirst)) {
    return take_grade(text) == Grade::dan ? std::pair(1, Grade::dan) : std::pair(0, Grade::none);
  }
  if (const auto decimal = take_decimal(text)) {
    return {static_cast<int>(std::min(*decimal, 1000.0)), take_grade(text)};
  }
  auto number = take_chinese_number(text);
  if (!number) number = take_korean_number(text);
  const Grade grade = take_grade(text);
  if (grade == Grade::dan && number == kMaxDan) return {0, Grade::none};  // the title
  return {number.value_or(0), grade};
}

/// "9d pro", `9段P`, `9段 (职业)`.
bool professional_follows(std::string_view text) {
  skip_spaces(text);
  skip(text, "(");
  if (skip_any(text, kProfessionals)) return true;
  return skip(text, "p") && (text.empty() || !is_letter(text.front()));
}

std::optional<int> order_of(int number, Grade grade) {
  if (number < 1) return std::nullopt;
  if (grade == Grade::kyu && number <= kMaxKyu) return -number;
  if (grade == Grade::dan && number <= kMaxDan) return number;
  if (grade == Grade::professional && number <= kMaxDan) return kProfessional + number;
  return std::nullopt;
}

}  // namespace

std::optional<int> parse_rank_order(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  const bool professional = take_standing(text);
  auto [number, grade] = take_rank(text);
  const bool pro_follows = professional_follows(text);
  const bool word_goes_on = !text.empty() && is_letter(text.front());
  if (word_goes_on && !pro_follows) return std::nullopt;
  if (professional && grade == Grade::none) grade = Grade::professional;
  if ((professional || pro_follows) && grade == Grade::dan) grade = Grade::professional;
  return order_of(number, grade);
}

std::optional<double> parse_rating(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  skip(text, "[");
  const auto rating = take_decimal(text);
  if (!rating || *rating < 100 || *rating > 9999) return std::nullopt;
  while (!text.empty() && std::string_view("?*+]").find(text.front()) != std::string_view::npos) {
    text.remove_prefix(1);
  }
  return text.empty() ? rating : std::nullopt;
}

}  // namespace ludex
