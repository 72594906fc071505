#include "ludex/types.hpp"

#include <fmt/format.h>

namespace ludex {

int days_in_month(int year, int month) {
  static constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

std::string to_iso(Day day) {
  return fmt::format("{:04}-{:02}-{:02}", year_of(day), month_of(day), day_of(day));
}

}  // namespace ludex
