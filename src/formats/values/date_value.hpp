#pragma once

#include "core/date.hpp"

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

}  // namespace ludex
