#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// "1 game", "1,234 games". \param noun  whose plural ends in "s"
[[nodiscard]] inline std::string counted(std::uint64_t count, std::string_view noun) {
  std::string digits = std::to_string(count);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, ",");
  return fmt::format("{} {}{}", digits, noun, count == 1 ? "" : "s");
}

}  // namespace ludex
