#include "formats/values/date_value.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <system_error>

namespace ludex {
namespace {

std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find('.'), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// Little Golem was opened in 2000.
std::optional<int> year_in(std::string_view word) {
  int year = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), year);
  const bool whole = error == std::errc{} && end == word.data() + word.size();
  if (!whole || word.size() != 4 || year < 2000 || year > 2099) return std::nullopt;
  return year;
}

DateRange since(int year, int month) { return {make_day(year, month, 1), 0, DatePrecision::since}; }

}  // namespace

DateRange find_event_date(std::string_view event) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  while (!event.empty()) {
    const std::string_view word = take_word(event);
    if (word != "mc" && word != "rt") continue;
    const auto year = year_in(take_word(event));
    if (!year) return {};
    const auto month = std::find(kMonths.begin(), kMonths.end(), take_word(event));
    return since(*year, month == kMonths.end() ? 1 : static_cast<int>(month - kMonths.begin()) + 1);
  }
  return {};
}

}  // namespace ludex
