#include "formats/values/date_value.hpp"

#include "core/ascii.hpp"
#include "formats/values/value_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace {

using namespace value_text;

/// A year, a month or a day; 0: not said.
struct PartialDate {
  int year = 0;
  int month = 0;
  int day = 0;
};

/// The days of a partial date; unknown if the date does not exist.
DateRange days_of(const PartialDate& date) {
  const auto [year, month, day] = date;
  if (year < 1 || year > 9999 || month < 0 || month > 12 || day < 0) return {};
  if (month == 0) {
    if (day != 0) return {};
    return {make_day(year, 1, 1), make_day(year, 12, 31), DatePrecision::year};
  }
  const int last = days_in_month(year, month);
  if (day > last) return {};
  if (day == 0) {
    return {make_day(year, month, 1), make_day(year, month, last), DatePrecision::month};
  }
  return {make_day(year, month, day), make_day(year, month, day), DatePrecision::day};
}

/// From the first of all days to the last. Unknown if either is.
DateRange hull(const DateRange& a, const DateRange& b) {
  if (!a.known() || !b.known()) return {};
  if (a == b) return a;
  return {std::min(a.from, b.from), std::max(a.to, b.to), DatePrecision::range};
}

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

/// Reads a list of dates from left to right; each may omit parts that the previous one gave.
class DateList {
 public:
  /// False if the item makes no date, or ends a span that runs backwards.
  bool add(const std::vector<Number>& numbers, bool ends_span) {
    const DateRange days = resolve(numbers);
    if (!days.known() || (ends_span && days.from < all_.from)) return false;
    all_ = all_.known() ? hull(all_, days) : days;
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
    last_ = {};  // an ambiguous date completes no others
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
};

/// The character between the numbers of one date: the first one after a number.
char part_separator(std::string_view text) {
  const auto number = text.find_first_of("0123456789");
  if (number == std::string_view::npos) return 0;
  const auto after = text.find_first_not_of("0123456789", number);
  return after == std::string_view::npos ? '\0' : text[after];
}

/// The days of "1985-05-06,07", "2003.3.1", "05/2003", "19850506", ...: one date or several, in
/// numbers; unknown if any of them is no date.
DateRange parse_dates_in_numbers(std::string_view text) {
  const char part = part_separator(text);
  const bool dashes_join = part != '.' && part != '/';
  const bool spaces_join = part == ' ' && text.find_first_of("-./") == std::string_view::npos;
  std::string item_ends = ",~";
  std::string joins = "./";
  (dashes_join ? joins : item_ends).push_back('-');
  (spaces_join ? joins : item_ends).push_back(' ');
  DateList list;
  bool in_span = false;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(item_ends), text.size());
    const auto numbers = numbers_of(text.substr(0, end), joins);
    if (!numbers) return {};
    if (!numbers->empty()) {
      if (!list.add(*numbers, in_span)) return {};
      in_span = false;
    }
    in_span = in_span || (end < text.size() && (text[end] == '~' || text[end] == '-'));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return list.days();
}

/// 1 to 12 of "jan" or "january", in lower case; 0: no month.
int find_month(std::string_view word) {
  constexpr std::string_view kMonths[12] = {"january",   "february", "march",    "april",
                                            "may",       "june",     "july",     "august",
                                            "september", "october",  "november", "december"};
  if (word == "sept") return 9;
  const auto is_word = [&](std::string_view month) {
    return word == month || (word.size() == 3 && month.starts_with(word));
  };
  const auto* const found = std::ranges::find_if(kMonths, is_word);
  return found == std::end(kMonths) ? 0 : static_cast<int>(found - kMonths) + 1;
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
    days_first_ = days_first_ || dates_.empty();
    if (days_first_) {
      waiting_.push_back(value);
    } else if (dates_.back().day == 0) {
      dates_.back().day = value;
    } else {
      dates_.push_back({0, dates_.back().month, value});
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

/// The days of "april 8, 2023", "12-14 may 2003", "may 30 - june 2, 2003": months by name; unknown
/// if any word is neither a month nor one that says nothing.
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

/// Removes and returns the text before the next `separator`, and removes the separator.
std::string_view take_part(std::string_view& text, char separator) {
  const auto end = std::min(text.find(separator), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// weekday month day time [zone] year
DateRange parse_printed_date(std::string_view text) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    if (const auto word = take_part(text, ' '); !word.empty()) words.push_back(word);
  }
  if (words.size() < 5 || words.size() > 6 || words[3].find(':') == std::string_view::npos) {
    return {};
  }
  const int month = words[1].size() == 3 && is_upper(words[1][0])
                        ? find_month(to_lower(words[1].substr(0, 1)).append(words[1].substr(1)))
                        : 0;
  if (month == 0 || words.back().size() != 4 || words[2].size() > 2) return {};
  return parse_date(fmt::format("{}-{:02}-{:0>2}", words.back(), month, words[2]));
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

// Little Golem was opened in 2000.
std::optional<int> year_in(std::string_view word) {
  const auto year = find_number<int>(word);
  return word.size() == 4 && year && *year >= 2000 && *year <= 2099 ? year : std::nullopt;
}

// A date of a broadcast or of a printing is not the day of the game.
constexpr std::string_view kBroadcastWords[] = {"播放", "播出",      "放送",  "放映",
                                                "连载", "連載",      "掲載",  "刊登",
                                                "방송", "broadcast", "aired", "publish"};

/// " 20:21", " 20:21:05", or nothing.
bool is_plain_time(std::string_view text) {
  constexpr std::string_view kForm = " 00:00:00";
  if (!text.empty() && text.size() != 6 && text.size() != kForm.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kForm[i] == '0' ? !is_digit(text[i]) : text[i] != kForm[i]) return false;
  }
  return true;
}

/// "YYYY-MM-DD", "YYYY.MM.DD", "YYYY/MM/DD" with a plain time or nothing after it: most of all
/// dates.
std::optional<DateRange> parse_plain_day(std::string_view text) {
  constexpr std::size_t kDayBytes = 10;
  if (text.size() < kDayBytes || text[4] != text[7]) return std::nullopt;
  if (text[4] != '-' && text[4] != '.' && text[4] != '/') return std::nullopt;
  if (!is_plain_time(text.substr(kDayBytes))) return std::nullopt;
  constexpr std::size_t kDigits[] = {0, 1, 2, 3, 5, 6, 8, 9};
  int value = 0;
  for (const std::size_t i : kDigits) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return days_of({value / 10000, value / 100 % 100, value % 100});
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
  const auto seconds = find_number<std::int64_t>(text);
  if (!seconds || *seconds < kFirst || text.size() > 10) return {};
  const std::chrono::year_month_day day{
      std::chrono::sys_days(std::chrono::days(*seconds / kSecondsOfDay))};
  return days_of({static_cast<int>(day.year()),
                  static_cast<int>(static_cast<unsigned>(day.month())),
                  static_cast<int>(static_cast<unsigned>(day.day()))});
}

DateRange find_event_date(std::string_view event) {
  while (!event.empty()) {
    const std::string_view word = take_part(event, '.');
    if (word != "mc" && word != "rt") continue;
    const auto year = year_in(take_part(event, '.'));
    if (!year) return {};
    const std::string_view month = take_part(event, '.');
    const int first = month.size() == 3 ? std::max(find_month(month), 1) : 1;
    return {make_day(*year, first, 1), 0, DatePrecision::since};
  }
  return {};
}

DateRange parse_date(std::string_view utf8) {
  if (const auto day = parse_plain_day(utf8); day && day->known()) return *day;
  const std::string written = value_form(utf8);
  const std::string text = plain_date_text(written);
  if (contains_any(text, kBroadcastWords)) return {};
  const bool has_words = std::ranges::any_of(text, is_letter);
  return has_words ? parse_dates_with_months(text) : parse_dates_in_numbers(text);
}

}  // namespace ludex
