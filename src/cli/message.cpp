#include "cli/message.hpp"

#include "cli/human_text.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iostream>

namespace ludex::cli {
namespace {

constexpr std::size_t kBarColumns = 24;
constexpr std::chrono::milliseconds kRedrawInterval{100};

std::string bar(double share) {
  const auto filled = static_cast<std::size_t>(share * kBarColumns);
  std::string text(filled, '=');
  if (filled < kBarColumns) text += '>';
  text.resize(kBarColumns, ' ');
  return '[' + text + ']';
}

std::string seconds_left(const ProgressState& state, double share) {
  if (share <= 0 || state.seconds < 1) return {};
  return ", " + duration_text(std::ceil(state.seconds / share - state.seconds)) + " left";
}

std::size_t stderr_columns() {
  winsize size{};
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return size.ws_col;
}

}  // namespace

void print_message(std::string_view text) {
  const std::string line =
      fmt::format("{}ludex: {}\n", stderr_is_terminal() ? "\r\033[K" : "", text);
  std::fwrite(line.data(), 1, line.size(), stderr);
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool can_ask() { return ::isatty(STDIN_FILENO) == 1 && stderr_is_terminal(); }

bool confirmed(std::string_view question) {
  std::fputs(fmt::format("{} [y/N] ", question).c_str(), stderr);
  std::string answer;
  std::getline(std::cin, answer);
  return answer.starts_with('y') || answer.starts_with('Y');
}

std::string progress_line(const ProgressState& state, std::size_t columns) {
  const double rate = state.seconds > 0 ? static_cast<double>(state.games) / state.seconds : 0;
  const std::string games = fmt::format("{} games ({}/s)", grouped(state.games),
                                        grouped(static_cast<std::uint64_t>(rate)));
  std::string line;
  if (state.bytes_total == 0) {
    line = fmt::format("{}: {}, {}", state.phase, bytes_text(state.bytes_done), games);
  } else {
    const double share = std::min(
        1.0, static_cast<double>(state.bytes_done) / static_cast<double>(state.bytes_total));
    line =
        fmt::format("{} {} {:3.0f}% of {}, {}{}", state.phase, bar(share), std::floor(share * 100),
                    bytes_text(state.bytes_total), games, seconds_left(state, share));
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
  std::fputs(("\r\033[K" + progress_line(state, stderr_columns() - 1)).c_str(), stderr);
  std::fflush(stderr);
}

}  // namespace ludex::cli
