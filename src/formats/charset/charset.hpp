#pragma once

#include "formats/splitter.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// A charset that text can be read in. The name is IANA's; iso_8859_1 and the like are reached by
/// label only, the first group also by guess. Values from first_of_icu on are other converters of
/// ICU, reached by label ("macintosh"); they may be others in the next process.
// clang-format off
enum class Charset : std::uint16_t {
  ascii, utf8, utf16le, utf16be, gb18030, big5, shift_jis, euc_jp, euc_kr, windows_1251, koi8_r,
  windows_1252,

  iso_8859_1, iso_8859_2, iso_8859_3, iso_8859_4, iso_8859_5, iso_8859_7, iso_8859_9, iso_8859_13,
  iso_8859_15, windows_1250, windows_1253, windows_1254, windows_1257, koi8_u, ibm866, iso_2022_jp,
  iso_2022_kr,

  first_of_icu = 256,
};
// clang-format on

/// "UTF-8", "GB18030", "Shift_JIS", ...
[[nodiscard]] std::string_view charset_name(Charset charset);

/// The charset that a label means, whatever its case and punctuation: "utf8", "GB2312" and "GBK"
/// (read as their superset GB18030), "SJIS", "MS_KANJI", "cp949", "latin1", "ISO8859_1"; also every
/// other name that ICU knows of a charset in which ASCII is ASCII: "iso-ir-100", "macintosh".
[[nodiscard]] std::optional<Charset> find_charset(std::string_view label);

/// True if all bytes are 7-bit. Cost: about 0.1 ns a byte.
[[nodiscard]] bool is_ascii(std::string_view bytes);

/// True for well-formed UTF-8: no surrogates, nothing overlong, up to U+10FFFF.
[[nodiscard]] bool is_utf8(std::string_view bytes);
/// The length of the longest beginning that is well-formed UTF-8.
[[nodiscard]] std::size_t utf8_prefix(std::string_view bytes);

/// True if every byte has a meaning in the charset. ISO-8859-1 is read as windows-1252, as
/// everybody writes it, so it has holes at 81 8D 8F 90 9D.
[[nodiscard]] bool valid_in(Charset charset, std::string_view bytes);

/// Appends the bytes as valid UTF-8. Bytes that mean nothing in the charset stay visible as `\xE9`.
/// \returns how many bytes meant nothing.
/// Cost: a copy for ASCII and valid UTF-8; elsewhere an iconv call, its descriptor kept per thread.
std::size_t append_utf8(Charset charset, std::string_view bytes, std::string& out);

/// The charset of a record in UTF-16; none where it is bytes of any other.
[[nodiscard]] constexpr std::optional<Charset> wide_charset(TextForm form) {
  if (!is_wide(form)) return std::nullopt;
  return form == TextForm::utf16le ? Charset::utf16le : Charset::utf16be;
}
/// UTF-16 bytes as UTF-8, into `utf8`. Lone surrogates and a last odd byte become U+FFFD.
void utf16_to_utf8(std::string_view utf16, bool big_endian, std::string& utf8);

struct CharsetChoice {
  Charset charset = Charset::utf8;
  bool label_unknown = false;  ///< a label was there, and names no charset known here
  bool label_wrong = false;    ///< a label was there, and the bytes are read in another charset
};

/// Appends UTF-8 in another charset; reading that gives the same text, but for a few characters
/// that Windows-31J has in another form (wave dash, minus). \pre charset is shift_jis or
/// windows_1252 \param substitute  for characters that the charset lacks; bytes of it \returns how
/// many it lacks. Cost: a look-up for each character beyond ASCII
std::size_t append_in_charset(Charset charset, std::string_view utf8, std::string_view substitute,
                              std::string& out);

/// One charset for all texts of a record: the label's, if the bytes are valid in it; else UTF-8 if
/// they are; else the likeliest of GB18030, Shift_JIS, Big5, EUC-JP, EUC-KR, windows-1251, KOI8-R
/// and windows-1252, by how often characters occur in game records of each language.
/// A label of a one-byte charset fits any bytes and so says nothing against well-formed UTF-8. One
/// in which lines end inside a character, and nothing else is wrong, is favoured in the guess.
/// \param texts  raw values, in which only bytes from 80 on matter; pure ASCII gives `ascii`, or
///               the label's charset.
[[nodiscard]] CharsetChoice choose_charset(std::span<const std::string_view> texts,
                                           std::optional<std::string_view> label);

/// The likeliest of `candidates`, by the same measure; those that choose_charset() guesses among
/// count, others do not.
/// \pre candidates is not empty
[[nodiscard]] Charset likeliest_charset(std::string_view text, std::span<const Charset> candidates);

// Charsets that ICU converts and Charset has no name for; a label alone leads to them.

[[nodiscard]] constexpr bool is_icu_charset(Charset charset) {
  return charset >= Charset::first_of_icu;
}

/// ICU's own name of what a label means, whatever its case and punctuation: "iso-ir-100" is
/// "ISO-8859-1"; empty if it means nothing to ICU.
[[nodiscard]] std::string_view find_icu_name(std::string_view label);

/// The converter of this name; none that reads ASCII bytes as something else.
/// \param icu_name  as find_icu_name() gives it
[[nodiscard]] std::optional<Charset> find_icu_charset(std::string_view icu_name);

/// \pre is_icu_charset(charset), here and below. \returns MIME's name, else IANA's, else ICU's own
[[nodiscard]] std::string_view icu_charset_name(Charset charset);
/// Whether each byte is a character.
[[nodiscard]] bool is_one_byte_in_icu(Charset charset);
/// As append_utf8(). Cost: a converter, opened once per thread.
std::size_t append_utf8_by_icu(Charset charset, std::string_view bytes, std::string& out);

}  // namespace ludex
