#include "formats/values/date_parts.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <vector>

namespace ludex {
namespace {

using namespace value_text;

int find_month(std::string_view word) {
  constexpr std::string_view kMonths[12] = {"january",   "february", "march",    "april",
                                            "may",       "june",     "july",     "august",
                                            "september", "october",  "november", "december"};
  if (word == "sept") return 9;
  for (int i = 0; i < 12; ++i) {
    if (word == kMonths[i] || (word.size() == 3 && kMonths[i].starts_with(word))) return i + 1;
  }
  return 0;
}

bool says_nothing(std::string_view word) {
  constexpr std::string_view kWords[] = {
      "of",     "the",     "st",        "nd",       "rd",     "th",       "mon",   "tue",
      "wed",    "thu",     "fri",       "sat",      "sun",    "utc",      "gmt",   "jst",
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"};
  return std::ranges::find(kWords, word) != std::end(kWords);
}

/// "April 8, 2023", "12-14 May 2003", "May 30 - June 2, 2003": months by name, one year.
class NamedMonths {
 public:
  bool add_number(int value, std::size_t digits) {
    if (digits == 4) {
      if (year_ != 0 && year_ != value) return false;
      year_ = value;
      return true;
    }
    if (digits > 2) return false;
    if (dates_.empty()) {
      days_first_ = true;
      waiting_.push_back(value);
    } else if (days_first_) {
      waiting_.push_back(value);
    } else {
      if (dates_.back().day == 0) {
        dates_.back().day = value;
      } else {
        dates_.push_back({0, dates_.back().month, value});
      }
    }
    return true;
  }
  void add_month(int month) {
    if (waiting_.empty()) dates_.push_back({0, month});
    for (const int day : waiting_) dates_.push_back({0, month, day});
    waiting_.clear();
  }
  [[nodiscard]] DateRange days() const {
    if (!waiting_.empty() || dates_.empty()) return {};
    DateRange all;
    for (PartialDate date : dates_) {
      date.year = year_;
      all = !all.known() ? days_of(date) : hull(all, days_of(date));
      if (!all.known()) return {};
    }
    return all;
  }

 private:
  int year_ = 0;
  bool days_first_ = false;
  std::vector<int> waiting_;  // days whose month comes after them
  std::vector<PartialDate> dates_;
};

}  // namespace

DateRange parse_dates_with_months(std::string_view text) {
  NamedMonths months;
  while (!text.empty()) {
    const std::size_t before = text.size();
    if (const auto value = take_digits(text)) {
      if (!months.add_number(*value, before - text.size())) return {};
    } else if (is_letter(text.front())) {
      std::size_t letters = 0;
      while (letters < text.size() && is_letter(text[letters])) ++letters;
      const std::string_view word = text.substr(0, letters);
      text.remove_prefix(letters);
      if (const int month = find_month(word); month != 0) {
        months.add_month(month);
      } else if (!says_nothing(word)) {
        return {};
      }
    } else if (std::string_view(" ,~.-/").find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
    } else {
      return {};
    }
  }
  return months.days();
}

}  // namespace ludex
