#include "formats/values/game_values.hpp"

#include "formats/values/value_text.hpp"

namespace ludex {
namespace {

using namespace value_text;

constexpr double kSecondsPerMinute = 60;
constexpr double kSecondsPerHour = 3600;
constexpr double kSecondsPerDay = 86400;

/// Takes a unit of time off the front. \returns its seconds.
std::optional<double> take_unit(std::string_view& text) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  // Longer names first: "m" would end "min".
  constexpr Unit kUnits[] = {{"days", kSecondsPerDay},
                             {"day", kSecondsPerDay},
                             {"hours", kSecondsPerHour},
                             {"hour", kSecondsPerHour},
                             {"hrs", kSecondsPerHour},
                             {"hr", kSecondsPerHour},
                             {"h", kSecondsPerHour},
                             {"小时", kSecondsPerHour},
                             {"小時", kSecondsPerHour},
                             {"时间", kSecondsPerHour},
                             {"時間", kSecondsPerHour},
                             {"시간", kSecondsPerHour},
                             {"minutes", kSecondsPerMinute},
                             {"minute", kSecondsPerMinute},
                             {"mins", kSecondsPerMinute},
                             {"min", kSecondsPerMinute},
                             {"m", kSecondsPerMinute},
                             {"'", kSecondsPerMinute},
                             {"分钟", kSecondsPerMinute},
                             {"分鐘", kSecondsPerMinute},
                             {"分", kSecondsPerMinute},
                             {"분", kSecondsPerMinute},
                             {"seconds", 1},
                             {"second", 1},
                             {"secs", 1},
                             {"sec", 1},
                             {"s", 1},
                             {"秒", 1},
                             {"초", 1}};
  for (const Unit& unit : kUnits) {
    std::string_view rest = text;
    if (!skip(rest, unit.name)) continue;
    const bool ends = !is_letter(unit.name.back()) || rest.empty() || !is_letter(rest.front());
    if (!ends) continue;
    text = rest;
    return unit.seconds;
  }
  return std::nullopt;
}

/// "1:30:00" or "40:00" (minutes and seconds) in front.
std::optional<double> take_clock(std::string_view& text) {
  std::string_view rest = text;
  auto part = take_digits(rest);
  if (!part || !rest.starts_with(":")) return std::nullopt;
  double seconds = *part;
  int colons = 0;
  while (colons < 2 && skip(rest, ":")) {
    part = take_digits(rest);
    if (!part || *part >= 60) return std::nullopt;
    seconds = seconds * 60 + *part;
    ++colons;
  }
  text = rest;
  return seconds;
}

/// "1h 30m", "90 min", `1時間30分` in front.
std::optional<double> take_amounts_with_units(std::string_view& text) {
  double seconds = 0;
  double last_unit = kSecondsPerDay + 1;
  std::string_view rest = text;
  while (const auto amount = take_decimal(rest)) {
    skip_spaces(rest);
    const auto unit = take_unit(rest);
    if (!unit || *unit >= last_unit) break;
    seconds += *amount * *unit;
    last_unit = *unit;
    text = rest;
    skip_spaces(rest);
  }
  if (last_unit > kSecondsPerDay) return std::nullopt;
  return seconds;
}

/// What may follow the main time: the overtime.
bool is_overtime(std::string_view text) {
  skip_spaces(text);
  if (text.empty() || text == "each" || text == ".") return true;
  return text.front() == '+' || text.front() == '/' || text.front() == '(' || text.front() == ',';
}

}  // namespace

TimeLimit parse_time_limit(std::string_view utf8, TimeUnit unit) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  skip_plus(text);
  auto seconds = take_clock(text);
  if (!seconds) seconds = take_amounts_with_units(text);
  if (seconds) return {is_overtime(text) ? seconds : std::nullopt, std::nullopt};
  const auto number = take_decimal(text);
  if (!number || !text.empty()) return {};
  const bool is_same_in_all = *number == 0;
  const bool is_seconds = unit == TimeUnit::unknown && *number > kLargestAmbiguousTime;
  if (is_same_in_all || is_seconds) return {number, number};
  if (unit == TimeUnit::unknown) return {std::nullopt, number};
  return {*number * seconds_of(unit), number};
}

}  // namespace ludex
