#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// What stands before the content of a CSA piece, or of a whole stream.
struct CsaHead {
  bool has_content = false;       ///< a line that is neither blank, comment, version nor "/"
  std::string_view version_line;  ///< without its end; empty: none
  std::string_view encoding_line;
};

/// Reads up to the first line with content. Cost: as many bytes as stand before it.
[[nodiscard]] CsaHead read_csa_head(std::string_view text);

/// Takes the next line off the front of `text`, whatever ends it: LF, CRLF or CR.
/// \returns the line without its end and without blanks at both ends.
std::string_view take_csa_line(std::string_view& text);

/// "2.2" of "V2.2"; empty if the line is no version line.
[[nodiscard]] std::string_view csa_version_of(std::string_view line);

/// "UTF-8" of "'CSA encoding=UTF-8" (V3) or "'encoding=UTF-8" (Kifu for Windows); else empty.
[[nodiscard]] std::string_view csa_encoding_of(std::string_view line);

/// UTF-16 as its ASCII characters; any other character is a DEL.
[[nodiscard]] std::string ascii_of_utf16(std::string_view bytes, bool big_endian);

}  // namespace ludex
