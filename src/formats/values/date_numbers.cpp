#include "formats/values/date_parts.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

using namespace value_text;

struct Number {
  int value = 0;
  std::size_t digits = 0;  ///< 0: "??", something unknown
};

/// One date of a list: its numbers. Nothing if there is anything else in it, or more than three.
std::optional<std::vector<Number>> numbers_of(std::string_view item, std::string_view separators) {
  std::vector<Number> numbers;
  bool expect_number = true;
  while (!item.empty()) {
    const std::size_t before = item.size();
    if (const auto value = take_digits(item)) {
      const std::size_t digits = before - item.size();
      const bool too_long = digits > 2 && digits != 4 && digits != 8;  // "2002-08-022"
      if (!expect_number || too_long || numbers.size() == 3) return std::nullopt;
      numbers.push_back({*value, digits});
      expect_number = false;
    } else if (expect_number && (skip(item, "??") || skip(item, "?"))) {
      if (numbers.empty() || numbers.size() == 3) return std::nullopt;
      numbers.push_back({0, 0});
      expect_number = false;
    } else if (separators.find(item.front()) != std::string_view::npos) {
      expect_number = true;
      item.remove_prefix(1);
    } else {
      return std::nullopt;
    }
  }
  return numbers;
}

/// Reads a list of dates from left to right; each may leave out what the one before it said.
class DateList {
 public:
  /// False if the item makes no date, or ends a span that runs backwards.
  bool add(const std::vector<Number>& numbers, bool ends_span) {
    const DateRange days = resolve(numbers);
    if (!days.known() || (ends_span && days.from < all_.from)) return false;
    all_ = empty_ ? days : hull(all_, days);
    empty_ = false;
    return true;
  }
  [[nodiscard]] DateRange days() const { return all_; }

 private:
  DateRange resolve(const std::vector<Number>& n) {
    if (n.empty()) return {};
    if (n.size() == 2 && n[0].digits == 4 && n[1].digits == 4) {  // "1998-1999"
      const bool reversed = n[0].value > n[1].value;
      return reversed ? DateRange{} : hull(take({n[0].value}), take({n[1].value}));
    }
    if (n[0].digits == 4) return year_first(n);
    if (n.back().digits == 4) return year_last(n);
    if (n.size() == 1 && n[0].digits == 8) {  // yyyymmdd
      return take({n[0].value / 10000, n[0].value / 100 % 100, n[0].value % 100});
    }
    return shortcut(n);
  }

  DateRange take(const PartialDate& date) {
    last_ = date;
    return days_of(date);
  }

  DateRange year_first(const std::vector<Number>& n) {
    PartialDate date{n[0].value};
    if (n.size() > 1) date.month = n[1].value;
    if (n.size() > 2) date.day = n[2].value;
    return take(date);
  }

  /// "05/2003", "19.11.2002", "12.26.1998": day and month in either order, where both are possible.
  DateRange year_last(const std::vector<Number>& n) {
    const int year = n.back().value;
    if (n.size() == 2) return n[0].value == 0 ? DateRange{} : take({year, n[0].value});
    if (n.size() != 3 || n[0].value == 0 || n[1].value == 0) return {};
    const PartialDate day_first{year, n[1].value, n[0].value};
    const PartialDate month_first{year, n[0].value, n[1].value};
    const DateRange a = days_of(day_first);
    const DateRange b = days_of(month_first);
    if (!a.known()) return take(month_first);
    if (!b.known()) return take(day_first);
    last_ = {};  // nothing may lean on what is ambiguous
    return hull(a, b);
  }

  /// FF[4], DT: after a full date "MM-DD" or "DD", after a month "MM" or "MM-DD".
  DateRange shortcut(const std::vector<Number>& n) {
    if (last_.month == 0 || n.size() > 2 || n[0].digits == 0 || n[0].digits > 2) return {};
    if (n.size() == 2) {
      if (n[1].digits == 0 || n[1].digits > 2) return {};
      return take({last_.year, n[0].value, n[1].value});
    }
    if (n[0].value == 0) return {};
    if (last_.day == 0) return take({last_.year, n[0].value});
    return take({last_.year, last_.month, n[0].value});
  }

  PartialDate last_;
  DateRange all_;
  bool empty_ = true;
};

/// The character between the numbers of one date: the first one after a number.
char part_separator(std::string_view text) {
  const auto number = text.find_first_of("0123456789");
  if (number == std::string_view::npos) return 0;
  const auto after = text.find_first_not_of("0123456789", number);
  return after == std::string_view::npos ? '\0' : text[after];
}

}  // namespace

DateRange parse_dates_in_numbers(std::string_view text) {
  const char part = part_separator(text);
  const bool dashes_join = part != '.' && part != '/';
  const bool spaces_join = part == ' ' && text.find_first_of("-./") == std::string_view::npos;
  std::string item_ends = ",~";
  std::string joins = "./";
  (dashes_join ? joins : item_ends).push_back('-');
  (spaces_join ? joins : item_ends).push_back(' ');
  DateList list;
  bool any = false;
  bool in_span = false;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(item_ends), text.size());
    const auto numbers = numbers_of(text.substr(0, end), joins);
    if (!numbers) return {};
    if (!numbers->empty()) {
      if (!list.add(*numbers, in_span)) return {};
      any = true;
      in_span = false;
    }
    in_span = in_span || (end < text.size() && (text[end] == '~' || text[end] == '-'));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return any ? list.days() : DateRange{};
}

}  // namespace ludex
