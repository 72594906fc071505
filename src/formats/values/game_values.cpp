#include "formats/values/game_values.hpp"

#include "core/ascii.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "formats/values/repeated_text.hpp"
#include "formats/values/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace ludex {
namespace {

using namespace value_text;

constexpr std::size_t kUnitCount = 4;  // of TimeUnit

/// Where the ids of a site are found. `skip_parts`: path parts between the marker and the id (a
/// level).
struct Site {
  std::string_view marker;
  int skip_parts;
  bool digits_only;
};
constexpr Site kSites[] = {{"game #", 0, true},
                           {"online-go.com/game/", 0, true},
                           {"online-go.com/review/", 0, true},
                           {"online-go.com/game/review/", 0, true},
                           {"littlegolem.net/jsp/game/game.jsp?gid=", 0, true},
                           {"questgames.net/go9/game/", 0, false},
                           {"questgames.net/go13/game/", 0, false},
                           {"101weiqi.com/", 1, true}};

std::string id_at(std::string_view text, const Site& site) {
  for (int i = 0; i < site.skip_parts; ++i) {
    const auto slash = text.find('/');
    if (slash == std::string_view::npos) return {};
    text.remove_prefix(slash + 1);
  }
  const auto end = std::ranges::find_if_not(text, site.digits_only ? is_digit : is_letter_or_digit);
  return std::string(text.begin(), end);
}

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

/// Takes `业余`, `프로`, "P" of "P9" off the front. \returns true if a professional is meant.
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

constexpr double kSecondsPerMinute = 60;
constexpr double kSecondsPerHour = 3600;
constexpr double kSecondsPerDay = 86400;

// Longer names first: "m" would end "min".
constexpr std::string_view kDays[] = {"days", "day"};
constexpr std::string_view kHours[] = {"hours", "hour", "hrs",  "hr",   "h",
                                       "小时",  "小時", "时间", "時間", "시간"};
constexpr std::string_view kMinutes[] = {"minutes", "minute", "mins", "min", "m",
                                         "'",       "分钟",   "分鐘", "分",  "분"};
constexpr std::string_view kSeconds[] = {"seconds", "second", "secs", "sec", "s", "秒", "초"};
constexpr std::pair<std::span<const std::string_view>, double> kTimeUnits[] = {
    {kDays, kSecondsPerDay},
    {kHours, kSecondsPerHour},
    {kMinutes, kSecondsPerMinute},
    {kSeconds, 1}};

/// Takes a unit of time off the front. \returns its seconds.
std::optional<double> take_unit(std::string_view& text) {
  for (const auto& [names, seconds] : kTimeUnits) {
    for (const std::string_view name : names) {
      std::string_view rest = text;
      if (!skip(rest, name)) continue;
      if (is_letter(name.back()) && !rest.empty() && is_letter(rest.front())) continue;
      text = rest;
      return seconds;
    }
  }
  return std::nullopt;
}

/// "1:30:00" or "40:00" (minutes and seconds) in front.
std::optional<double> take_clock(std::string_view& text) {
  std::string_view rest = text;
  auto part = take_digits(rest);
  if (!part || !rest.starts_with(":")) return std::nullopt;
  double seconds = *part;
  int colons = 0;
  while (colons < 2 && skip(rest, ":")) {
    part = take_digits(rest);
    if (!part || *part >= 60) return std::nullopt;
    seconds = seconds * 60 + *part;
    ++colons;
  }
  text = rest;
  return seconds;
}

/// "1h 30m", "90 min", `1時間30分` in front.
std::optional<double> take_amounts_with_units(std::string_view& text) {
  double seconds = 0;
  double last_unit = kSecondsPerDay + 1;
  std::string_view rest = text;
  while (const auto amount = take_decimal(rest)) {
    skip_spaces(rest);
    const auto unit = take_unit(rest);
    if (!unit || *unit >= last_unit) break;
    seconds += *amount * *unit;
    last_unit = *unit;
    text = rest;
    skip_spaces(rest);
  }
  if (last_unit > kSecondsPerDay) return std::nullopt;
  return seconds;
}

/// The overtime, which may follow the main time.
bool is_overtime(std::string_view text) {
  skip_spaces(text);
  if (text.empty() || text == "each" || text == ".") return true;
  return text.front() == '+' || text.front() == '/' || text.front() == '(' || text.front() == ',';
}

}  // namespace

std::optional<BoardSize> parse_board_size(std::string_view utf8, int max_side) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  skip_plus(text);
  const auto width = take_digits(text);
  auto height = width;
  if (!text.empty()) {
    constexpr std::string_view kBetween[] = {":", "x", "*", "×", " x "};
    if (skip_any(text, kBetween)) {
      skip_plus(text);
      height = take_digits(text);
    } else {
      skip(text, "路");
    }
  }
  const auto fits = [&](int side) { return side >= 1 && side <= max_side; };
  if (!width || !height || !text.empty() || !fits(*width) || !fits(*height)) return std::nullopt;
  return BoardSize{static_cast<std::int16_t>(*width), static_cast<std::int16_t>(*height)};
}

namespace {

GameType read_game_type(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  constexpr int kMaxNumber = 999;  // those above are ours
  skip_plus(text);
  if (const auto number = take_digits(text)) {
    return text.empty() && *number <= kMaxNumber ? GameType{*number} : GameType{0};
  }
  for (const SgfRules* const rules : all_sgf_rules()) {
    if (std::ranges::find(rules->sgf().names, text) != rules->sgf().names.end()) {
      return rules->game();
    }
  }
  return GameType{0};
}

}  // namespace

GameType parse_game_type(std::string_view utf8) {
  thread_local RepeatedText<GameType> known;
  return known.find_or_read(utf8, read_game_type);
}

std::string find_external_id(std::string_view utf8) {
  if (utf8.find_first_of("#/") == std::string_view::npos) return {};
  for (const Site& site : kSites) {
    const auto at = utf8.find(site.marker);
    if (at == std::string_view::npos) continue;
    std::string id = id_at(utf8.substr(at + site.marker.size()), site);
    if (!id.empty()) return id;
  }
  return {};
}

namespace {

std::optional<int> read_rank_order(std::string_view utf8) {
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

}  // namespace

std::optional<int> parse_rank_order(std::string_view utf8) {
  thread_local RepeatedText<std::optional<int>> known;
  return known.find_or_read(utf8, read_rank_order);
}

std::string rank_text(std::int64_t order) {
  if (order < 0) return fmt::format("{}k", -order);
  return order > kProfessional ? fmt::format("{}p", order - kProfessional)
                               : fmt::format("{}d", order);
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

namespace {

TimeLimit read_time_limit(std::string_view utf8, TimeUnit unit) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  skip_plus(text);
  auto seconds = take_clock(text);
  if (!seconds) seconds = take_amounts_with_units(text);
  if (seconds) return {is_overtime(text) ? seconds : std::nullopt, std::nullopt};
  const auto number = take_decimal(text);
  if (!number || !text.empty()) return {};
  const bool is_same_in_all = *number == 0;
  const bool is_seconds = unit == TimeUnit::unknown && *number > kLargestAmbiguousTime;
  if (is_same_in_all || is_seconds) return {number, number};
  if (unit == TimeUnit::unknown) return {std::nullopt, number};
  return {*number * seconds_of(unit), number};
}

}  // namespace

TimeLimit parse_time_limit(std::string_view utf8, TimeUnit unit) {
  thread_local std::array<RepeatedText<TimeLimit>, kUnitCount> known;
  return known[static_cast<std::size_t>(unit)].find_or_read(
      utf8, [&](std::string_view text) { return read_time_limit(text, unit); });
}

}  // namespace ludex
