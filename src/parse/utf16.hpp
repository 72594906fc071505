#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// UTF-16 bytes as UTF-8, into `utf8`. Lone surrogates and a last odd byte become U+FFFD.
void utf16_to_utf8(std::string_view utf16, bool big_endian, std::string& utf8);

}  // namespace ludex
