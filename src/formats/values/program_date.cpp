#include "formats/values/date_value.hpp"

#include "core/ascii.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <system_error>
#include <vector>

namespace ludex {
namespace {

std::vector<std::string_view> split_at_spaces(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto end = std::min(text.find(' '), text.size());
    if (end != 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

// weekday month day time [zone] year
DateRange parse_printed_date(std::string_view text) {
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const auto words = split_at_spaces(text);
  if (words.size() < 5 || words.size() > 6 || words[3].find(':') == std::string_view::npos) {
    return {};
  }
  const auto month = std::find(kMonths.begin(), kMonths.end(), words[1]);
  if (month == kMonths.end() || words.back().size() != 4 || words[2].size() > 2) return {};
  return parse_date(
      fmt::format("{}-{:02}-{:0>2}", words.back(), month - kMonths.begin() + 1, words[2]));
}

// YYYY.MM.DD or YYYY-MM-DD, and then a time of day.
bool starts_with_day(std::string_view text) {
  constexpr std::string_view kForm = "dddd.dd.dd";
  if (text.size() <= kForm.size()) return false;
  for (std::size_t at = 0; at < kForm.size(); ++at) {
    const bool is_mark = text[at] == '.' || text[at] == '-';
    if (kForm[at] == 'd' ? !is_digit(text[at]) : !is_mark) return false;
  }
  const char next = text[kForm.size()];
  return next == '_' || next == 'T';
}

}  // namespace

DateRange parse_program_date(std::string_view text) {
  if (!starts_with_day(text)) return parse_printed_date(text);
  std::string day(text.substr(0, 10));
  std::replace(day.begin(), day.end(), '.', '-');
  return parse_date(day);
}

DateRange parse_unix_time(std::string_view text) {
  constexpr std::int64_t kSecondsOfDay = 86'400;
  constexpr std::int64_t kFirst = 500'000'000;  // in 1985; lesser numbers are years, or days
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc{} || end != text.data() + text.size()) return {};
  if (seconds < kFirst || text.size() > 10) return {};
  const std::chrono::year_month_day day{
      std::chrono::sys_days(std::chrono::days(seconds / kSecondsOfDay))};
  return parse_date(fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                                static_cast<unsigned>(day.month()),
                                static_cast<unsigned>(day.day())));
}

}  // namespace ludex
