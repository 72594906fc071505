#include "parse/event_date.hpp"

#include "ludex/parse/date_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace ludex {
namespace {

std::string_view take_word(std::string_view& text) {
  const auto end = std::min(text.find('.'), text.size());
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return word;
}

// Little Golem was opened in 2000.
bool is_year(std::string_view word) {
  return word.size() == 4 && word.starts_with("20") &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

DateRange find_event_date(std::string_view event) {
  constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                        "jul", "aug", "sep", "oct", "nov", "dec"};
  while (!event.empty()) {
    const std::string_view word = take_word(event);
    if (word != "mc" && word != "rt") continue;
    const std::string_view year = take_word(event);
    if (!is_year(year)) return {};
    const auto month = std::find(kMonths.begin(), kMonths.end(), take_word(event));
    if (month == kMonths.end()) return parse_date(year);
    return parse_date(fmt::format("{}-{:02}", year, month - kMonths.begin() + 1));
  }
  return {};
}

}  // namespace ludex
