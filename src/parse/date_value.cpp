#include "ludex/parse/date_value.hpp"

#include "parse/value_text.hpp"

#include <algorithm>
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

constexpr bool is_year(int value) { return value >= 1 && value <= 9999; }
constexpr bool is_month(int value) { return value >= 1 && value <= 12; }
bool is_day(int year, int month, int day) { return day >= 1 && day <= days_in_month(year, month); }

/// The days a partial date stands for; unknown if there is no such date.
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

/// From the first of all days to the last. Unknown if either is.
DateRange hull(const DateRange& a, const DateRange& b) {
  if (!a.known() || !b.known()) return {};
  if (a == b) return a;
  return {std::min(a.from, b.from), std::max(a.to, b.to), DatePrecision::range};
}

// -------------------------------------------------------------- what is no date is taken out first

constexpr std::string_view kBroadcastWords[] = {"播放", "播出",      "放送",  "放映",
                                                "连载", "連載",      "掲載",  "刊登",
                                                "방송", "broadcast", "aired", "publish"};

/// Japanese eras of the Gregorian calendar (from 1873 on); `first` is year 1.
struct Era {
  std::string_view name;
  int first;
  int first_gregorian;
};
constexpr Era kEras[] = {
    {"明治", 1868, 6}, {"大正", 1912, 1}, {"昭和", 1926, 1}, {"平成", 1989, 1}, {"令和", 2019, 1}};
/// Older eras only stand before a Gregorian year; the traditional calendar is not converted.
constexpr std::string_view kOldEras[] = {"慶応", "慶應", "元治", "文久", "万延", "安政", "嘉永",
                                         "弘化", "天保", "文政", "文化", "享和", "寛政", "天明"};

/// `昭和10年` in front. \returns its Gregorian year, 0 if it cannot be told.
std::optional<int> take_era_year(std::string_view& text) {
  std::string_view rest = text;
  const auto* era = std::ranges::find_if(kEras, [&](const Era& e) { return skip(rest, e.name); });
  if (era == std::end(kEras) && !skip_any(rest, kOldEras)) return std::nullopt;
  const bool first_year = skip(rest, "元");
  const auto year = first_year ? std::optional(1) : take_digits(rest);
  if (!year || *year > 99) return std::nullopt;
  skip(rest, "年");
  text = rest;
  if (era == std::end(kEras) || *year < era->first_gregorian) return 0;
  return era->first + *year - 1;
}

bool has_gregorian_year(std::string_view text) {
  std::size_t digits = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    if (i < text.size() && is_digit(text[i])) {
      ++digits;
    } else {
      if (digits == 4) return true;
      digits = 0;
    }
  }
  return false;
}

/// Drops an era's year that stands beside the Gregorian one, and puts the Gregorian one in the
/// place of an era's year that stands alone.
std::string without_eras(std::string_view text) {
  const bool gregorian = has_gregorian_year(text);
  std::string out;
  while (!text.empty()) {
    if (const auto year = take_era_year(text)) {
      out += gregorian ? " " : std::to_string(*year) + "年";
    } else {
      out.push_back(text.front());
      text.remove_prefix(1);
    }
  }
  return out;
}

/// "(...)" dropped where a year stands outside it; its text kept where it holds the only one.
std::string without_remarks(std::string_view text) {
  std::string outside = without_brackets(text);
  if (has_gregorian_year(outside)) return outside;
  std::string all(text);
  std::erase_if(all, [](char c) { return c == '(' || c == ')'; });
  return all;
}

/// A time of day in front: "21:22:51.5 utc", "t08:10:00+00:00", " 6:30 pm".
bool skip_time(std::string_view& text) {
  std::string_view rest = text;
  if (!skip(rest, "t")) skip_spaces(rest);
  const auto two_digits = [&] {
    const auto before = rest.size();
    return take_digits(rest).has_value() && before - rest.size() <= 2;
  };
  if (!two_digits() || !skip(rest, ":") || !two_digits()) return false;
  if (skip(rest, ":") && !take_decimal(rest)) return false;
  skip_spaces(rest);
  constexpr std::string_view kHalfDays[] = {"am", "pm"};
  skip_any(rest, kHalfDays);
  skip_spaces(rest);
  constexpr std::string_view kZones[] = {"utc", "ut",  "gmt", "z",  "jst",
                                         "cst", "est", "pst", "cet"};
  skip_any(rest, kZones);
  if (rest.size() >= 6 && (rest[0] == '+' || rest[0] == '-') && rest[3] == ':') {
    rest.remove_prefix(6);
  }
  text = rest;
  return true;
}

std::string without_times(std::string_view text) {
  std::string out;
  bool after_digit = false;
  while (!text.empty()) {
    const bool may_start = !after_digit || !is_digit(text.front());
    if (may_start && skip_time(text)) {
      out.push_back(' ');
      after_digit = false;
    } else {
      after_digit = is_digit(text.front());
      out.push_back(text.front());
      text.remove_prefix(1);
    }
  }
  return out;
}

/// `1935年9月7日` as "1935/9/7 ", words of ranges as "~".
std::string with_plain_separators(std::string_view text) {
  constexpr std::string_view kParts[] = {"年", "月", "년", "월"};
  constexpr std::string_view kDays[] = {"日", "号", "號", "일"};
  constexpr std::string_view kUntil[] = {"~", "..", " - ", "至", "到", "から", " to ", " until "};
  constexpr std::string_view kAnd[] = {",", ";", "&", "+", " and "};
  std::string out;
  while (!text.empty()) {
    if (skip_any(text, kParts)) {
      out.push_back('/');
      skip_spaces(text);
    } else if (skip_any(text, kDays)) {
      out.push_back(' ');
    } else if (skip_any(text, kUntil) || skip_any(text, kAnd)) {
      out.push_back(',');
    } else {
      out.push_back(text.front());
      text.remove_prefix(1);
    }
  }
  return out;
}

// ------------------------------------------------------------------------------- dates in numbers

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
      if (!expect_number || numbers.size() == 3) return std::nullopt;
      numbers.push_back({*value, before - item.size()});
      expect_number = false;
    } else if (expect_number && skip(item, "??")) {
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
  /// False if the item makes no date.
  bool add(const std::vector<Number>& numbers) {
    const DateRange days = resolve(numbers);
    if (!days.known()) return false;
    all_ = empty_ ? days : hull(all_, days);
    empty_ = false;
    return true;
  }
  [[nodiscard]] DateRange days() const { return all_; }

 private:
  DateRange resolve(const std::vector<Number>& n) {
    if (n.empty()) return {};
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

DateRange parse_numbers(std::string_view text) {
  const char part = part_separator(text);
  const bool dashes_join = part != '.' && part != '/';
  const bool spaces_join = part == ' ' && text.find_first_of("-./") == std::string_view::npos;
  std::string item_ends = ",";
  std::string joins = "./";
  (dashes_join ? joins : item_ends).push_back('-');
  (spaces_join ? joins : item_ends).push_back(' ');
  DateList list;
  bool any = false;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(item_ends), text.size());
    const auto numbers = numbers_of(text.substr(0, end), joins);
    if (!numbers) return {};
    if (!numbers->empty()) {
      if (!list.add(*numbers)) return {};
      any = true;
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return any ? list.days() : DateRange{};
}

// ------------------------------------------------------------------------------ dates with words

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

DateRange parse_named_months(std::string_view text) {
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
    } else if (std::string_view(" ,.-/").find(text.front()) != std::string_view::npos) {
      text.remove_prefix(1);
    } else {
      return {};
    }
  }
  return months.days();
}

/// "YYYY-MM-DD" and nothing else: most of all dates.
std::optional<DateRange> parse_iso(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  constexpr std::size_t kDigits[] = {0, 1, 2, 3, 5, 6, 8, 9};
  int value = 0;
  for (const std::size_t i : kDigits) {
    if (!is_digit(text[i])) return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return days_of({value / 10000, value / 100 % 100, value % 100});
}

}  // namespace

DateRange parse_date(std::string_view utf8) {
  if (const auto iso = parse_iso(utf8); iso && iso->known()) return *iso;
  std::string text = without_remarks(without_eras(value_form(utf8)));
  if (contains_any(text, kBroadcastWords)) return {};
  text = with_plain_separators(without_times(text));
  const bool has_words = std::ranges::any_of(text, is_letter);
  return has_words ? parse_named_months(text) : parse_numbers(text);
}

}  // namespace ludex
