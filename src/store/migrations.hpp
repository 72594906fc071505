#pragma once

#include <span>
#include <string_view>

namespace ludex {

/// One file of schema/, built into the program.
struct Migration {
  int version;
  std::string_view name;
  std::string_view sql;
};

/// All of them, in order.
[[nodiscard]] std::span<const Migration> embedded_migrations();

}  // namespace ludex
