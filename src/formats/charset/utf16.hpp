#pragma once

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// The charset of a record in UTF-16; none where it is bytes of any other.
[[nodiscard]] std::optional<Charset> wide_charset(TextForm form);

/// UTF-16 bytes as UTF-8, into `utf8`. Lone surrogates and a last odd byte become U+FFFD.
void utf16_to_utf8(std::string_view utf16, bool big_endian, std::string& utf8);

}  // namespace ludex
