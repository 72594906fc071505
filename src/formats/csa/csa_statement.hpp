#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

/// The header before the content of a CSA piece or of a whole stream.
struct CsaHead {
  bool has_content = false;       ///< a line that is neither blank, comment, version nor "/"
  std::string_view version_line;  ///< without its end; empty: none
  std::string_view encoding_line;
};

/// Reads up to the first line with content. Cost: as many bytes as stand before it.
[[nodiscard]] CsaHead read_csa_head(std::string_view text);

/// Removes the first line from `text`; it may end in LF, CRLF or CR.
/// \returns the line without its end and without blanks at both ends.
std::string_view take_csa_line(std::string_view& text);

/// "2.2" of "V2.2"; empty if the line is no version line.
[[nodiscard]] std::string_view csa_version_of(std::string_view line);

/// "UTF-8" of "'CSA encoding=UTF-8" (V3) or "'encoding=UTF-8" (Kifu for Windows); else empty.
[[nodiscard]] std::string_view csa_encoding_of(std::string_view line);
/// The same of a comment without its "'".
[[nodiscard]] std::string_view csa_encoding_in_comment(std::string_view comment);

/// UTF-16 as its ASCII characters; any other character is a DEL.
[[nodiscard]] std::string ascii_of_utf16(std::string_view bytes, bool big_endian);

/// What stands before the first ":"; empty if there is none, or nothing before it.
[[nodiscard]] std::string_view csa_keyword_of(std::string_view statement);

/// Where the value of a name or a "$" keyword ends: at a comma that a statement follows, which the
/// texts do not have ("N+A,N-B"); else a comma belongs to it, and the answer is npos.
[[nodiscard]] std::size_t end_of_csa_value(std::string_view line);

/// True if a word has the form of a move: a sign, four digits, and a piece. No other game's moves
/// have it.
[[nodiscard]] bool is_csa_move(std::string_view word);

/// True if a stream of CSA starts so, with or without a version line: nothing but lines of CSA up
/// to one that no other kind of text has (a move, a position, "$EVENT:", "%TORYO", both names).
[[nodiscard]] bool holds_csa(std::string_view head);
/// True if `text` begins with a line that records start with.
[[nodiscard]] bool is_csa_version_or_name(std::string_view text);

/// The keywords of V3 that V2 has not, and $TIME_LIMIT, which V3 has not. In a comment they count
/// too: write_csa() writes them so for the other version.
[[nodiscard]] bool is_csa_keyword_of_one_version(std::string_view keyword);

}  // namespace ludex
