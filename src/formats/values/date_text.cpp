#include "formats/values/date_value.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ludex {
namespace {

using namespace value_text;

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

/// `昭和10年` in front. \returns its Gregorian year, 0 if it is unknown.
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

/// Goes through a text. \param take  appends what stands for the front of the rest, and takes that
/// off; false: the next byte stays
template <class Take>
std::string rewritten(std::string_view text, const Take& take) {
  std::string out;
  while (!text.empty()) {
    if (take(text, out)) continue;
    out.push_back(text.front());
    text.remove_prefix(1);
  }
  return out;
}

bool has_gregorian_year(std::string_view text) {
  while (!text.empty()) {
    const std::size_t digits = text.size() - without_front(text, is_digit).size();
    if (digits == 4) return true;
    text.remove_prefix(std::max<std::size_t>(digits, 1));
  }
  return false;
}

/// Drops a year of an era next to the Gregorian one, and replaces a lone year of an era by the
/// Gregorian one.
std::string without_eras(std::string_view text) {
  const bool gregorian = has_gregorian_year(text);
  return rewritten(text, [&](std::string_view& rest, std::string& out) {
    const auto year = take_era_year(rest);
    if (year) out += gregorian ? " " : std::to_string(*year) + "年";
    return year.has_value();
  });
}

/// "(...)" dropped where a year stands outside it; its text kept where it holds the only one.
std::string without_remarks(std::string_view text) {
  std::string outside = without_brackets(text);
  if (has_gregorian_year(outside)) return outside;
  std::string all(text);
  std::erase_if(all, [](char c) { return c == '(' || c == ')'; });
  return all;
}

bool skip_two_digits(std::string_view& text) {
  const auto before = text.size();
  return take_digits(text).has_value() && before - text.size() <= 2;
}

/// "21:22:51.5", "12h30", `17時30分`, `3시` in front.
bool skip_clock(std::string_view& text) {
  constexpr std::string_view kHours[] = {"時", "时", "點", "点", "시", "h"};
  constexpr std::string_view kMinutes[] = {"分", "분"};
  if (!skip_two_digits(text)) return false;
  if (skip(text, ":")) {
    if (!skip_two_digits(text)) return false;
    return !skip(text, ":") || take_decimal(text).has_value();
  }
  if (!skip_any(text, kHours)) return false;
  skip_spaces(text);
  if (!text.empty() && is_digit(text.front()) && !skip_two_digits(text)) return false;
  skip_any(text, kMinutes);
  return true;
}

/// "UTC", "+09:00", "+0900" in front, if there is one.
void skip_zone(std::string_view& text) {
  constexpr std::string_view kZones[] = {"utc", "ut",  "gmt", "z",  "jst",
                                         "cst", "est", "pst", "cet"};
  skip_any(text, kZones);
  std::string_view rest = text;
  skip_spaces(rest);
  if (!skip(rest, "+") && !skip(rest, "-")) return;
  std::size_t digits = 0;
  for (; digits < 4 && !rest.empty() && is_digit(rest.front()); ++digits) {
    rest.remove_prefix(1);
    if (digits == 1) skip(rest, ":");
  }
  const bool goes_on = !rest.empty() && (is_digit(rest.front()) || rest.front() == '-');
  if (digits == 4 && !goes_on) text = rest;
}

/// A time of day in front: "21:22:51.5 utc", "t08:10:00+00:00", " 6:30 pm", `오후 6:30`, "[17:02]".
bool skip_time(std::string_view& text) {
  constexpr std::string_view kHalfDays[] = {"am",   "pm",   "오전", "오후",
                                            "午前", "午後", "上午", "下午"};
  std::string_view rest = text;
  if (!skip(rest, "t")) skip_spaces(rest);
  const bool in_brackets = skip(rest, "[");
  if (skip_any(rest, kHalfDays)) skip_spaces(rest);
  if (!skip_clock(rest)) return false;
  skip_spaces(rest);
  skip_any(rest, kHalfDays);
  skip_spaces(rest);
  skip_zone(rest);
  if (in_brackets) skip(rest, "]");  // not there where it has ended the value
  text = rest;
  return true;
}

std::string without_times(std::string_view text) {
  char before = '\0';  // what stays in front of the rest
  return rewritten(text, [&](std::string_view& rest, std::string& out) {
    const char next = rest.front();
    const bool inside_number = is_digit(before) && is_digit(next);
    const bool inside_blanks = before == ' ' && next == ' ';  // no time begins after the first
    before = next;
    if (inside_number || inside_blanks || !skip_time(rest)) return false;
    out.push_back(' ');
    before = '\0';
    return true;
  });
}

/// Appends characters, and knows where it stands in "2009.10.11".
class DateWriter {
 public:
  void push(char c) {
    constexpr std::string_view kMarks = ".-/";
    const bool is_mark = kMarks.find(c) != std::string_view::npos;
    ends_in_mark_ = is_mark && !text_.empty() && is_digit(text_.back());
    if (is_mark) {
      ++marks_;
    } else if (!is_digit(c)) {
      marks_ = 0;
    }
    text_.push_back(c);
  }
  /// True after the first or the second mark of a date: "2009.", "2009.10.".
  [[nodiscard]] bool ends_inside_date() const { return ends_in_mark_ && marks_ <= 2; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
  std::size_t marks_ = 0;  // among the digits and marks at the end
  bool ends_in_mark_ = false;
};

/// "2009. 10. 11" and "2006- 5- 3" without their spaces.
std::string without_spaces_in_dates(std::string_view text) {
  DateWriter out;
  for (const char c : text) {
    if (c != ' ' || !out.ends_inside_date()) out.push(c);
  }
  return out.take();
}

/// `日曜日`, `일요일`, `星期日` in front.
bool skip_weekday(std::string_view& text) {
  constexpr std::string_view kBefore[] = {"星期", "礼拜", "禮拜"};
  constexpr std::string_view kAfter[] = {"曜日", "요일"};
  std::string_view rest = text;
  const bool named_before = skip_any(rest, kBefore);
  if (rest.empty()) return false;
  rest.remove_prefix(character_bytes(rest));
  if (!named_before && !skip_any(rest, kAfter)) return false;
  text = rest;
  return true;
}

/// `1935年9月7日` as "1935/9/7 ", words of ranges as "~".
std::string with_plain_separators(std::string_view text) {
  static constexpr std::string_view kParts[] = {"年", "月", "년", "월"};
  static constexpr std::string_view kDays[] = {"日", "号", "號", "일"};
  static constexpr std::string_view kUntil[] = {"~",  "..",   " - ",  "至",
                                                "到", "から", " to ", " until "};
  static constexpr std::string_view kAnd[] = {",", ";", "&", "+", " and "};
  static constexpr std::pair<std::span<const std::string_view>, char> kSeparators[] = {
      {kParts, '/'}, {kDays, ' '}, {kUntil, '~'}, {kAnd, ','}};
  return rewritten(text, [&](std::string_view& rest, std::string& out) {
    if (skip_weekday(rest)) {
      out.push_back(' ');
      return true;
    }
    const auto* const found = std::ranges::find_if(
        kSeparators, [&](const auto& separator) { return skip_any(rest, separator.first); });
    if (found == std::end(kSeparators)) return false;
    out.push_back(found->second);
    if (found->second == '/') skip_spaces(rest);
    return true;
  });
}

}  // namespace

std::string plain_date_text(std::string_view text) {
  return without_spaces_in_dates(
      with_plain_separators(without_times(without_remarks(without_eras(text)))));
}

}  // namespace ludex
