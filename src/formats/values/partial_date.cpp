#include "formats/values/partial_date.hpp"

#include <algorithm>

namespace ludex {
namespace {

constexpr bool is_year(int value) { return value >= 1 && value <= 9999; }
constexpr bool is_month(int value) { return value >= 1 && value <= 12; }
bool is_day(int year, int month, int day) { return day >= 1 && day <= days_in_month(year, month); }

}  // namespace

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
