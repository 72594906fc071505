#include "cli/message.hpp"

#include "cli/human_text.hpp"
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace ludex::cli {
namespace {

constexpr std::size_t kBarColumns = 24;  // at most, without its brackets
constexpr std::size_t kShortestBar = 6;
constexpr std::size_t kUsualColumns = 80;
constexpr std::chrono::milliseconds kRedrawInterval{100};

/// \param room  for the bar with its brackets and a blank; too little: no bar
std::string bar(double share, std::size_t room) {
  constexpr std::size_t kAround = 3;
  if (room < kShortestBar + kAround) return {};
  const std::size_t columns = std::min(kBarColumns, room - kAround);
  const auto filled = static_cast<std::size_t>(share * static_cast<double>(columns));
  std::string text(filled, '=');
  if (filled < columns) text += '>';
  text.resize(columns, ' ');
  return '[' + text + "] ";
}

std::string seconds_left(const ProgressState& state, double share) {
  if (share <= 0 || state.seconds < 1) return {};
  return ", " + duration_text(std::ceil(state.seconds / share - state.seconds)) + " left";
}

}  // namespace

void print_message(std::string_view text) {
  const std::string line =
      fmt::format("{}ludex: {}\n", stderr_is_terminal() ? "\r\033[K" : "", printable(text));
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool can_ask() { return ::isatty(STDIN_FILENO) == 1 && stderr_is_terminal(); }

bool confirmed(std::string_view question) {
  std::fputs(fmt::format("{} [y/N] ", printable(question)).c_str(), stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer.starts_with('y') || answer.starts_with('Y');
}

std::string progress_line(const ProgressState& state, std::size_t columns) {
  const double rate = state.seconds > 0 ? static_cast<double>(state.games) / state.seconds : 0;
  const std::string games = fmt::format("{} {} ({}/s)", grouped(state.games), state.noun,
                                        grouped(static_cast<std::uint64_t>(rate)));
  std::string line;
  if (state.bytes_total == 0 && state.games_total == 0) {
    line = fmt::format("{}: {}, {}", state.phase, bytes_text(state.bytes_done), games);
  } else {
    const bool by_bytes = state.bytes_total > 0;
    const auto done = static_cast<double>(by_bytes ? state.bytes_done : state.games);
    const auto total = static_cast<double>(by_bytes ? state.bytes_total : state.games_total);
    const double share = std::min(1.0, done / total);
    const std::string of = by_bytes ? " of " + bytes_text(state.bytes_total) : "";
    const std::string after = fmt::format("{:3.0f}%{}, {}{}", std::floor(share * 100), of, games,
                                          seconds_left(state, share));
    const std::size_t used = state.phase.size() + 1 + after.size();
    line =
        fmt::format("{} {}{}", state.phase, bar(share, used < columns ? columns - used : 0), after);
  }
  return shortened(line, std::max<std::size_t>(columns, 1));
}

ProgressBar::ProgressBar(bool enabled) : enabled_(enabled) {}

ProgressBar::~ProgressBar() {
  if (drawn_) std::fputs("\r\033[K", stderr);
}

void ProgressBar::show(ProgressState state) {
  const auto now = Clock::now();
  const bool new_phase = state.phase != phase_;
  if (!enabled_ || (!new_phase && now - last_drawn_ < kRedrawInterval)) return;
  last_drawn_ = now;
  phase_ = state.phase;
  drawn_ = true;
  state.seconds = std::chrono::duration<double>(now - start_).count();
  const std::size_t known = line_columns(STDERR_FILENO);
  const std::size_t columns = known == 0 ? kUsualColumns : known;
  std::fputs(("\r\033[K" + progress_line(state, columns - 1)).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace ludex::cli
