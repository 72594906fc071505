#pragma once

#include "formats/charset/charset.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

/// Charsets that ICU converts and Charset has no name for; a label alone leads to them.
namespace ludex {

[[nodiscard]] constexpr bool is_icu_charset(Charset charset) {
  return charset >= Charset::first_of_icu;
}

/// ICU's own name of what a label means, whatever its case and punctuation: "iso-ir-100" is
/// "ISO-8859-1"; empty if it means nothing to ICU.
[[nodiscard]] std::string_view find_icu_name(std::string_view label);

/// The converter of this name; none that reads ASCII bytes as something else.
/// \param icu_name  as find_icu_name() gives it
[[nodiscard]] std::optional<Charset> find_icu_charset(std::string_view icu_name);

/// All below: \pre is_icu_charset(charset)
/// MIME's name, else IANA's, else ICU's own.
[[nodiscard]] std::string_view icu_charset_name(Charset charset);
/// Whether each byte is a character.
[[nodiscard]] bool is_one_byte_in_icu(Charset charset);
/// As append_utf8(). Cost: a converter, opened once per thread.
std::size_t append_utf8_by_icu(Charset charset, std::string_view bytes, std::string& out);

}  // namespace ludex
