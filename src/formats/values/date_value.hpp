#pragma once

#include "ludex/types.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// The days that a DT value (or RD, GameDate) means.
/// Takes FF[4]'s grammar with its shortcuts ("1996-12-27,28,1997-01-03,04") and what is found in
/// the wild: dots, slashes and spaces, times of day, ISO-T, month names, day first, `年月日`,
/// ranges with
/// `~` and `..`, Japanese eras, newspaper dates in brackets. A day that may be day-month or
/// month-day is the range of both. A broadcast date, a year of two digits, an impossible day or any
/// text that is not a date gives an unknown range: nothing is invented.
/// \param utf8  valid UTF-8, unescaped.
/// Cost: 20 ns for "YYYY-MM-DD"; a few microseconds for the rest. Source: FF[4] properties, DT.
[[nodiscard]] DateRange parse_date(std::string_view utf8);

/// The day of a moment as programs print it: "Fri Feb 20 11:58:00 MSK 2026" (Java, C),
/// "2003.12.15_13:24:03.MST" (GGS), "2019-01-18T13_20". Unknown for anything else.
[[nodiscard]] DateRange parse_program_date(std::string_view text);

/// The day, in UTC, of seconds since 1970, as GGF may have them: from 1985 to 2286. Unknown for
/// other texts.
[[nodiscard]] DateRange parse_unix_time(std::string_view text);

/// The first day of the month or the year that an event of Little Golem's is named after: its
/// monthly cups (`mc`) and rating tournaments (`rt`), as in "hex.mc.2016.jun.1.2" and
/// "hex.DEFAULT.mc.2017.final". The event opened then; its games may have begun years later
/// (DatePrecision::since). Unknown for all other names.
[[nodiscard]] DateRange find_event_date(std::string_view event);

/// A date as written, without what says nothing about the day: eras beside or instead of Gregorian
/// years, remarks in brackets, times of day; `1935年9月7日` is "1935/9/7 ", what joins days
/// is a comma, and what spans them "~". \param text  as value_text::value_form() gave it
[[nodiscard]] std::string plain_date_text(std::string_view text);

}  // namespace ludex
