#pragma once

#include <string_view>

namespace ludex {

/// Whether a stream starts as CSA does, with or without version line: nothing but lines of CSA up
/// to one that no other kind of text has (a move, a position, "$EVENT:", "%TORYO", both names).
/// \param head  its first bytes, without a byte order mark; raw
[[nodiscard]] bool holds_csa(std::string_view head);

/// Whether a line is a version ("V2.2") or a name ("N+"), as records start with.
[[nodiscard]] bool is_csa_head_line(std::string_view line);

}  // namespace ludex
