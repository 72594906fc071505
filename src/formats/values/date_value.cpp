#include "formats/values/date_value.hpp"

#include "formats/values/date_parts.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace ludex {
namespace {

constexpr bool is_year(int value) { return value >= 1 && value <= 9999; }
constexpr bool is_month(int value) { return value >= 1 && value <= 12; }
bool is_day(int year, int month, int day) { return day >= 1 && day <= days_in_month(year, month); }

using namespace value_text;

// A date of a broadcast or of a printing is not the day of the game.
constexpr std::string_view kBroadcastWords[] = {"播放", "播出",      "放送",  "放映",
                                                "连载", "連載",      "掲載",  "刊登",
                                                "방송", "broadcast", "aired", "publish"};

/// "YYYY-MM-DD" and nothing else: most of all dates.
std::optional<DateRange> parse_iso(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  constexpr std::size_t kDigits[] = {0, 1, 2, 3, 5, 6, 8, 9};
  int value = 0;
  for (const std::size_t i : kDigits) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return days_of({value / 10000, value / 100 % 100, value % 100});
}

}  // namespace

DateRange parse_date(std::string_view utf8) {
  if (const auto iso = parse_iso(utf8); iso && iso->known()) return *iso;
  const std::string written = value_form(utf8);
  const std::string text = plain_date_text(written);
  if (contains_any(text, kBroadcastWords)) return {};
  const bool has_words = std::ranges::any_of(text, is_letter);
  return has_words ? parse_dates_with_months(text) : parse_dates_in_numbers(text);
}

DateRange days_of(const PartialDate& date) {
  if (!is_year(date.year)) return {};
  if (date.month == 0) {
    if (date.day != 0) return {};
    return {make_day(date.year, 1, 1), make_day(date.year, 12, 31), DatePrecision::year};
  }
  if (!is_month(date.month)) return {};
  if (date.day == 0) {
    const int last = days_in_month(date.year, date.month);
    return {make_day(date.year, date.month, 1), make_day(date.year, date.month, last),
            DatePrecision::month};
  }
  if (!is_day(date.year, date.month, date.day)) return {};
  const Day day = make_day(date.year, date.month, date.day);
  return {day, day, DatePrecision::day};
}

DateRange hull(const DateRange& a, const DateRange& b) {
  if (!a.known() || !b.known()) return {};
  if (a == b) return a;
  return {std::min(a.from, b.from), std::max(a.to, b.to), DatePrecision::range};
}

}  // namespace ludex
