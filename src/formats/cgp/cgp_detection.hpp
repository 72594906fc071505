#pragma once

#include <string_view>

namespace ludex {

/// Whether a stream that starts so holds CGP lines: the first line that is neither blank nor a
/// comment has four fields that look like those of CGP.
[[nodiscard]] bool holds_cgp(std::string_view head);

}  // namespace ludex
