#include "ludex/parse/game_values.hpp"

#include "parse/value_text.hpp"

#include <algorithm>

namespace ludex {
namespace {

using namespace value_text;

constexpr int kProfessional =
    100;  // rank_order of a professional above the amateur of the same dan
constexpr int kMaxDan = 10;
constexpr int kMaxKyu = 50;

enum class Grade { none, kyu, dan, professional };

Grade take_grade(std::string_view& text) {
  constexpr std::string_view kKyu[] = {"kyu", "gup", "級", "级", "급", "k"};
  constexpr std::string_view kDan[] = {"dan", "段", "단", "d"};
  constexpr std::string_view kProfessionals[] = {"pro", "p"};
  skip_spaces(text);
  if (skip_any(text, kKyu)) return Grade::kyu;
  if (skip_any(text, kDan)) return Grade::dan;
  if (skip_any(text, kProfessionals)) return Grade::professional;
  return Grade::none;
}

std::optional<int> order_of(int number, Grade grade) {
  if (number < 1) return std::nullopt;
  if (grade == Grade::kyu && number <= kMaxKyu) return -number;
  if (grade == Grade::dan && number <= kMaxDan) return number;
  if (grade == Grade::professional && number <= kMaxDan) return kProfessional + number;
  return std::nullopt;
}

bool starts_with_letter(std::string_view text) { return !text.empty() && is_letter(text.front()); }

}  // namespace

std::optional<int> parse_rank_order(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  constexpr std::string_view kAmateur[] = {"业余", "業余", "業餘", "アマ", "아마"};
  constexpr std::string_view kProfessionalMarks[] = {"职业", "職業", "プロ", "프로"};
  skip_any(text, kAmateur);
  bool professional = skip_any(text, kProfessionalMarks);
  if (text.size() > 1 && text[0] == 'p' && is_digit(text[1])) {  // Tygem's "P9"
    professional = true;
    text.remove_prefix(1);
  }
  skip_spaces(text);
  std::optional<int> number;
  if (skip(text, "初")) {
    number = 1;
  } else if (const auto decimal = take_decimal(text)) {
    number = static_cast<int>(std::min(*decimal, 1000.0));
  } else {
    number = take_chinese_number(text);
  }
  if (!number) return std::nullopt;
  Grade grade = take_grade(text);
  if (starts_with_letter(text) && !text.starts_with("pro")) return std::nullopt;
  skip_spaces(text);
  const bool pro_follows = text.starts_with("pro") || text.starts_with("(pro");
  if (professional && grade == Grade::none) grade = Grade::professional;
  if ((professional || pro_follows) && grade == Grade::dan) grade = Grade::professional;
  return order_of(*number, grade);
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
