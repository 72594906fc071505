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

/// What follows the main time: "+30秒", "+10秒追加", "切れ負け", or nothing.
bool take_rest(std::string_view text, double& byoyomi, double& increment) {
  if (text.empty() || text == "切れ負け") return true;
  if (!take(text, "+") && !take(text, "＋")) return false;
  const auto seconds = take_duration(text);
  if (!seconds) return false;
  (text == kIncrement ? increment : byoyomi) = *seconds;
  return text.empty() || text == kIncrement;
}

}  // namespace

KifClock kif_clock_of(const GameInfo& info) {
  const KifClock as_it_is{info.time_limit_raw, info.overtime};
  if (!info.time_limit_seconds || !is_whole(*info.time_limit_seconds)) return as_it_is;
  const std::string main = duration_words(*info.time_limit_seconds);
  if (info.overtime.empty()) return {main, {}};
  if (const auto byoyomi = seconds_of(info.overtime, " s byoyomi")) {
    return {main, fmt::format("{}秒", *byoyomi)};
  }
  if (const auto increment = seconds_of(info.overtime, " s increment")) {
    return {fmt::format("{}+{}秒{}", main, *increment, kIncrement), {}};
  }
  return as_it_is;
}

std::optional<std::string> csa_clock_of(const GameInfo& info) {
  const std::string& raw = info.time_limit_raw;
  if (parse_csa_time_limit(raw).seconds || parse_csa_time(raw).seconds) return raw;
  std::string_view text = raw;
  (void)take(text, "各");
  const auto main = take_duration(text);
  double byoyomi = 0;
  double increment = 0;
  if (!main || !take_rest(text, byoyomi, increment)) return std::nullopt;
  std::string_view header = info.overtime;
  if (!header.empty()) {
    const auto seconds = take_duration(header);
    const bool is_said = seconds && header.empty() && (byoyomi == 0 || byoyomi == *seconds);
    if (!is_said) return std::nullopt;
    byoyomi = *seconds;
  }
  std::string time = fmt::format("{}+{}+{}", *main, byoyomi, increment);
  return parse_csa_time(time).seconds ? std::optional(std::move(time)) : std::nullopt;
}

}  // namespace ludex
