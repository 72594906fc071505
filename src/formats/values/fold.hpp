#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// The form in which names are compared: without differences of case, of width (full, half) and of
/// Unicode form (NFKC, case folded), each run of white space one space, none at the ends.
/// Accents stay. Bytes that are no valid UTF-8 are left as they are, and then only ASCII is folded.
/// Stored: a change needs a migration. Cost: 1 ns a byte for ASCII, some 30 ns a character beyond.
[[nodiscard]] std::string fold(std::string_view utf8);

}  // namespace ludex
