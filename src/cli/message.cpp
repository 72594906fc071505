#include "cli/message.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <string>

namespace ludex::cli {

void print_message(std::string_view text) { print_line(fmt::format("ludex: {}", text)); }

void print_line(std::string_view text) {
  const std::string line = fmt::format("{}{}\n", stderr_is_terminal() ? "\r\033[K" : "", text);
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

}  // namespace ludex::cli
