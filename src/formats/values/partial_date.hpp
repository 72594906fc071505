#pragma once

#include "core/date.hpp"

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

}  // namespace ludex
