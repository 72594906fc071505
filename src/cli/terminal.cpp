#include "cli/terminal.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <charconv>
#include <cstdlib>

namespace ludex::cli {
namespace {

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view{} : value;
}

}  // namespace

std::size_t line_columns(int descriptor) {
  const std::string_view asked = environment("COLUMNS");
  std::size_t columns = 0;
  const auto [end, error] = std::from_chars(asked.data(), asked.data() + asked.size(), columns);
  if (error == std::errc() && end == asked.data() + asked.size() && columns > 0) return columns;
  winsize size{};
  if (::isatty(descriptor) != 1 || ::ioctl(descriptor, TIOCGWINSZ, &size) != 0) return 0;
  return size.ws_col;
}

bool uses_color(ColorChoice choice, bool is_terminal) {
  if (choice != ColorChoice::automatic) return choice == ColorChoice::always;
  if (!environment("NO_COLOR").empty()) return false;
  const std::string_view forced = environment("CLICOLOR_FORCE");
  if (!forced.empty() && forced != "0") return true;
  return is_terminal && environment("TERM") != "dumb";
}

}  // namespace ludex::cli
