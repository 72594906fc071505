#pragma once

#include "ludex/types.hpp"

#include <string>
#include <string_view>

/// What parse_date() is made of.
namespace ludex {

/// A year, a month or a day; 0: not said.
struct PartialDate {
  int year = 0;
  int month = 0;
  int day = 0;
};

/// The days a partial date stands for; unknown if there is no such date.
[[nodiscard]] DateRange days_of(const PartialDate& date);

/// From the first of all days to the last. Unknown if either is.
[[nodiscard]] DateRange hull(const DateRange& a, const DateRange& b);

/// A date as written, without what says nothing about the day: eras beside or instead of Gregorian
/// years, remarks in brackets, times of day; `1935年9月7日` is "1935/9/7 ", what joins days
/// is a comma, and what spans them "~". \param text  as value_text::value_form() gave it
[[nodiscard]] std::string plain_date_text(std::string_view text);

/// The days of "1985-05-06,07", "2003.3.1", "05/2003", "19850506", ...: one date or several, in
/// numbers; unknown if any of them is no date. \param text  as plain_date_text() gave it
[[nodiscard]] DateRange parse_dates_in_numbers(std::string_view text);

/// The days of "april 8, 2023", "12-14 may 2003", "may 30 - june 2, 2003": months by name; unknown
/// if any word is neither a month nor one that says nothing. \param text  as plain_date_text() gave
/// it
[[nodiscard]] DateRange parse_dates_with_months(std::string_view text);

}  // namespace ludex
