#include "formats/csa/csa_clock.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <cmath>
#include <cstddef>

namespace ludex {
namespace {

constexpr double kMaxSeconds = 1e9;
constexpr double kSecondsPerMinute = 60;
constexpr double kSecondsPerHour = 3600;

void add_overtime(CsaClock& clock, double seconds, std::string_view kind) {
  if (seconds <= 0) return;
  if (!clock.overtime.empty()) clock.overtime += ", ";
  clock.overtime += fmt::format("{} s {}", seconds, kind);
}

/// The digits at the end of `text`, taken off it.
std::string_view take_last_digits(std::string_view& text) {
  std::size_t start = text.size();
  while (start > 0 && is_digit(text[start - 1])) --start;
  const std::string_view digits = text.substr(start);
  text.remove_suffix(digits.size());
  return digits;
}

}  // namespace

std::optional<double> parse_csa_seconds(std::string_view text) {
  double seconds = 0;
  std::size_t at = 0;
  for (; at < text.size() && is_digit(text[at]); ++at) seconds = seconds * 10 + (text[at] - '0');
  if (at == 0 || seconds > kMaxSeconds) return std::nullopt;
  if (at == text.size()) return seconds;
  if (text[at++] != '.' || at == text.size()) return std::nullopt;
  double decimals = 0;
  double scale = 1;
  for (; at < text.size() && is_digit(text[at]) && scale < kMaxSeconds; ++at) {
    decimals = decimals * 10 + (text[at] - '0');
    scale *= 10;
  }
  return at == text.size() ? std::optional(seconds + decimals / scale) : std::nullopt;
}

CsaClock parse_csa_time_limit(std::string_view text) {
  const auto colon = text.find(':');
  const auto plus = text.find('+');
  if (colon == std::string_view::npos || plus == std::string_view::npos || plus < colon) return {};
  const auto hours = parse_csa_seconds(trimmed_text(text.substr(0, colon)));
  const auto minutes = parse_csa_seconds(trimmed_text(text.substr(colon + 1, plus - colon - 1)));
  const auto byoyomi = parse_csa_seconds(trimmed_text(text.substr(plus + 1)));
  if (!hours || !minutes || !byoyomi) return {};
  CsaClock clock;
  clock.seconds = *hours * kSecondsPerHour + *minutes * kSecondsPerMinute;
  add_overtime(clock, *byoyomi, "byoyomi");
  return clock;
}

CsaClock parse_csa_time(std::string_view text) {
  const auto first = text.find('+');
  const auto second = first == text.npos ? text.npos : text.find('+', first + 1);
  if (second == std::string_view::npos) return {};
  const auto main = parse_csa_seconds(trimmed_text(text.substr(0, first)));
  const auto byoyomi = parse_csa_seconds(trimmed_text(text.substr(first + 1, second - first - 1)));
  const auto increment = parse_csa_seconds(trimmed_text(text.substr(second + 1)));
  if (!main || !byoyomi || !increment) return {};
  CsaClock clock;
  clock.seconds = *main;
  add_overtime(clock, *byoyomi, "byoyomi");
  add_overtime(clock, *increment, "increment");
  return clock;
}

CsaClock parse_csa_event_clock(std::string_view event, std::string_view& clock_part) {
  std::string_view rest = event;
  const bool fischer = rest.ends_with('F');
  if (fischer) rest.remove_suffix(1);
  const std::string_view extra = take_last_digits(rest);
  if (extra.empty() || !rest.ends_with('-')) return {};
  rest.remove_suffix(1);
  const std::string_view main = take_last_digits(rest);
  if (main.empty() || !rest.ends_with('-')) return {};
  const auto main_seconds = parse_csa_seconds(main);
  const auto extra_seconds = parse_csa_seconds(extra);
  if (!main_seconds || !extra_seconds) return {};
  clock_part = event.substr(rest.size());
  CsaClock clock;
  clock.seconds = *main_seconds;
  add_overtime(clock, *extra_seconds, fischer ? "increment" : "byoyomi");
  return clock;
}

std::string csa_time_of_limit(std::string_view raw) {
  const double seconds = *parse_csa_time_limit(raw).seconds;
  const auto plus = raw.find('+');
  const auto byoyomi =
      plus == raw.npos ? std::nullopt : parse_csa_seconds(trimmed_text(raw.substr(plus + 1)));
  return fmt::format("{}+{}+0", seconds, byoyomi.value_or(0));
}

std::optional<std::string> csa_limit_of_time(std::string_view raw) {
  const auto first = raw.find('+');
  const auto second = first == raw.npos ? raw.npos : raw.find('+', first + 1);
  if (second == raw.npos) return std::nullopt;
  const auto main = parse_csa_seconds(raw.substr(0, first));
  const auto byoyomi = parse_csa_seconds(raw.substr(first + 1, second - first - 1));
  const auto increment = parse_csa_seconds(raw.substr(second + 1));
  if (!main || !byoyomi || !increment || *increment != 0) return std::nullopt;
  if (std::fmod(*main, 60) != 0 || *main >= 360'000) return std::nullopt;
  if (*byoyomi != std::floor(*byoyomi) || *byoyomi >= 100) return std::nullopt;
  const auto minutes = static_cast<int>(*main / 60);
  return fmt::format("{:02}:{:02}+{:02}", minutes / 60, minutes % 60, static_cast<int>(*byoyomi));
}

}  // namespace ludex
