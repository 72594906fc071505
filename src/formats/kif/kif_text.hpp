#pragma once

#include "formats/charset/charset.hpp"
#include "formats/kif/kif.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

/// Bytes of a record as UTF-8, and what they were read in.
struct KifText {
  std::string_view utf8;
  Charset charset = Charset::utf8;
  std::size_t bad_bytes = 0;
};

/// Tries UTF-8, Shift_JIS and EUC-JP; where bytes mean nothing in any of them, that with the
/// fewest. \param buffer  holds the copy, if there is one
[[nodiscard]] KifText decode_kif(std::string_view record, const KifOptions& options,
                                 std::string& buffer);

/// Names the charset in GameInfo::charset. \param declared  what the record says itself; may be
/// empty
void note_kif_charset(const KifText& text, std::string_view declared, KifGame& game);

/// Control characters become blanks, but for line feeds where they may stand.
[[nodiscard]] std::string clean_text(std::string_view text, bool keeps_lines = false);

}  // namespace ludex
