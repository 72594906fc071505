#pragma once

#include "core/words.hpp"

#include <cstdint>
#include <string>

namespace ludex {

/// A day as yyyymmdd in one integer (20031124); year 1 to 9999. 0 means unknown.
using Day = std::int32_t;

[[nodiscard]] constexpr Day make_day(int year, int month, int day) {
  return year * 10000 + month * 100 + day;
}
[[nodiscard]] constexpr int year_of(Day day) { return day / 10000; }
[[nodiscard]] constexpr int month_of(Day day) { return day / 100 % 100; }
[[nodiscard]] constexpr int day_of(Day day) { return day % 100; }
[[nodiscard]] int days_in_month(int year, int month);
/// "YYYY-MM-DD".
[[nodiscard]] std::string to_iso(Day day);

/// How exactly a date is known. Stored: never renumber.
enum class DatePrecision : std::uint8_t {
  none = 0,
  day = 1,
  month = 2,
  year = 3,
  range = 4,
  since = 5,
};
inline constexpr Word kDatePrecisionWordList[] = {{DatePrecision::day, "day"},
                                                  {DatePrecision::month, "month"},
                                                  {DatePrecision::year, "year"},
                                                  {DatePrecision::range, "range"},
                                                  {DatePrecision::since, "since"}};
inline constexpr WordTable kDatePrecisionWords(kDatePrecisionWordList);

/// The days on which a game may have been played; both ends included. A missing day is a range of
/// days, never an invented one. `range`: a list or span of several days, months or years. `since`:
/// only the first day is known, and `to` is 0.
struct DateRange {
  Day from = 0;
  Day to = 0;
  DatePrecision precision = DatePrecision::none;
  [[nodiscard]] bool known() const { return from != 0; }
  friend bool operator==(const DateRange&, const DateRange&) = default;
};

}  // namespace ludex
