#include "formats/csa/csa_clock_words.hpp"

#include "formats/csa/csa_values.hpp"
#include "formats/kif/kif_words.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <string_view>
#include <utility>

namespace ludex {
namespace {

struct Unit {
  std::string_view name;
  std::uint32_t seconds;
};
constexpr Unit kUnits[] = {{"時間", 3600}, {"分", 60}, {"秒", 1}};
constexpr std::string_view kIncrement = "追加";

bool take(std::string_view& text, std::string_view front) {
  if (!text.starts_with(front)) return false;
  text.remove_prefix(front.size());
  return true;
}

/// "1時間30分" of whole seconds.
std::string duration_words(double seconds) {
  auto rest = static_cast<std::uint64_t>(seconds);
  std::string words;
  for (const Unit& unit : kUnits) {
    if (rest >= unit.seconds) words += fmt::format("{}{}", rest / unit.seconds, unit.name);
    rest %= unit.seconds;
  }
  return words.empty() ? "0分" : words;
}

/// Takes "1時間30分", "３０秒" off the front.
std::optional<double> take_duration(std::string_view& text) {
  std::optional<double> seconds;
  for (const Unit& unit : kUnits) {
    std::string_view rest = text;
    const auto number = take_kif_number(rest);
    if (!number || !take(rest, unit.name)) continue;
    seconds = seconds.value_or(0) + static_cast<double>(*number) * unit.seconds;
    text = rest;
  }
  return seconds;
}

bool is_whole(double seconds) { return seconds == std::floor(seconds); }

/// The number of "30 s byoyomi".
std::optional<double> seconds_of(std::string_view overtime, std::string_view kind) {
  const std::size_t blank = overtime.find(' ');
  if (blank == overtime.npos || overtime.substr(blank) != kind) return std::nullopt;
  const auto seconds = parse_csa_seconds(overtime.substr(0, blank));
  return seconds && is_whole(*seconds) ? seconds : std::nullopt;
}

struct ClockWords {
  double main = 0, byoyomi = 0, increment = 0;  // seconds
};

/// "各6時間", "15分+60秒", "5分+10秒追加", "3分切れ負け".
std::optional<ClockWords> read_clock_words(std::string_view text) {
  ClockWords clock;
  (void)take(text, "各");
  const auto main = take_duration(text);
  if (!main) return std::nullopt;
  clock.main = *main;
  if (text.empty() || text == "切れ負け") return clock;
  if (!take(text, "+") && !take(text, "＋")) return std::nullopt;
  const auto seconds = take_duration(text);
  if (!seconds || !(text.empty() || text == kIncrement)) return std::nullopt;
  (text == kIncrement ? clock.increment : clock.byoyomi) = *seconds;
  return clock;
}

}  // namespace

KifClock kif_clock_of(const GameInfo& info) {
  const KifClock as_it_is{info.time_limit_raw, info.overtime};
  if (!info.time_limit_seconds || !is_whole(*info.time_limit_seconds)) return as_it_is;
  const std::string main = duration_words(*info.time_limit_seconds);
  if (info.overtime.empty()) return {main, {}};
  // "10 s byoyomi, 5 s increment", or one of them.
  const std::string_view overtime = info.overtime;
  const std::size_t comma = overtime.find(", ");
  const std::string_view last = overtime.substr(comma == overtime.npos ? 0 : comma + 2);
  const auto increment = seconds_of(last, " s increment");
  const auto byoyomi = seconds_of(overtime.substr(0, comma), " s byoyomi");
  if (!increment && (!byoyomi || comma != overtime.npos)) return as_it_is;
  if (!byoyomi && comma != overtime.npos) return as_it_is;
  return {increment ? fmt::format("{}+{}秒{}", main, *increment, kIncrement) : main,
          byoyomi ? fmt::format("{}秒", *byoyomi) : std::string()};
}

std::string_view without_each(std::string_view text) {
  constexpr std::string_view kEach = "各";
  return text.starts_with(kEach) ? text.substr(kEach.size()) : text;
}

std::optional<double> kif_main_time_of(std::string_view text) {
  for (const CsaClock& clock : {parse_csa_time_limit(text), parse_csa_time(text)}) {
    if (clock.seconds) return clock.seconds;
  }
  const auto words = read_clock_words(text);
  return words ? std::optional(words->main) : std::nullopt;
}

std::optional<std::string> csa_clock_of(const GameInfo& info) {
  const std::string_view raw = without_each(info.time_limit_raw);
  if (parse_csa_time_limit(raw).seconds || parse_csa_time(raw).seconds) return std::string(raw);
  auto clock = read_clock_words(raw);
  if (!clock) return std::nullopt;
  std::string_view header = info.overtime;
  if (!header.empty()) {
    const auto seconds = take_duration(header);
    const bool is_said =
        seconds && header.empty() && (clock->byoyomi == 0 || clock->byoyomi == *seconds);
    if (!is_said) return std::nullopt;
    clock->byoyomi = *seconds;
  }
  std::string time = fmt::format("{}+{}+{}", clock->main, clock->byoyomi, clock->increment);
  return parse_csa_time(time).seconds ? std::optional(std::move(time)) : std::nullopt;
}

}  // namespace ludex
