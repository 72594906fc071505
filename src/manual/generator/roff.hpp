#pragma once

#include "manual/generator/page.hpp"

#include <string>
#include <string_view>

namespace ludex::manual {

/// When and of what a page was made.
struct Edition {
  std::string version;  ///< "0.1.0"
  std::string date;     ///< "2026-11-23"
};

/// The page as man(1) reads it: macros of man(7), UTF-8.
[[nodiscard]] std::string roff_of(const Page& page, const Edition& edition);

}  // namespace ludex::manual
