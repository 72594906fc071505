#pragma once

#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/splitter.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

// These read values as they stand between "[" and "]". A charset in which a trail byte may be "\"
// or ":" (Shift_JIS, GBK, Big5) is decoded to UTF-8 first.

/// FF[4] Text: escapes resolved, an escaped line break (LF, CR, CRLF or LFCR) gone, any other one
/// "\n", other white space and NUL a space.
[[nodiscard]] std::string unescape_text(std::string_view raw, SgfEscapes escapes = SgfEscapes::any);

/// FF[4] SimpleText: the same, and a line break is a space.
[[nodiscard]] std::string unescape_simpletext(std::string_view raw,
                                              SgfEscapes escapes = SgfEscapes::any);

/// The halves of a composed value, still escaped.
struct SgfComposed {
  std::string_view first;
  std::string_view second;
  friend bool operator==(const SgfComposed&, const SgfComposed&) = default;
};

/// Cuts at the first ":" that no backslash protects; nullopt if there is none.
/// Only for properties that take composed values: elsewhere ":" is text.
[[nodiscard]] std::optional<SgfComposed> split_composed(std::string_view raw);

/// A point of a board up to 52x52; 0, 0 is the upper left one.
struct SgfPoint {
  std::uint8_t column = 0;
  std::uint8_t row = 0;
  friend bool operator==(const SgfPoint&, const SgfPoint&) = default;
};

/// Two letters, column and row: a-z are 0-25, A-Z 26-51. Blanks around them are ignored.
[[nodiscard]] std::optional<SgfPoint> parse_point(std::string_view raw);

/// Reads the raw values of one record as UTF-8 text: charset, escapes, line breaks.
class SgfTextReader {
 public:
  SgfTextReader(const SgfTree& tree, TextForm form, Charset charset);

  /// FF[4] SimpleText: escapes resolved, soft line breaks gone, all white space spaces, none at the
  /// ends.
  [[nodiscard]] std::string simple_text(std::string_view raw);
  /// FF[4] Text: the same with line breaks kept, each as one "\n".
  [[nodiscard]] std::string text(std::string_view raw);

  /// Bytes that meant nothing in the charset, in all texts read so far.
  [[nodiscard]] std::size_t bad_bytes() const { return bad_bytes_; }

 private:
  using Unescape = std::string (*)(std::string_view raw, SgfEscapes escapes);
  [[nodiscard]] std::string decoded(std::string_view raw, Unescape unescape);

  Charset charset_;
  SgfEscapes escapes_;
  bool decode_first_;  // a trail byte may look like a backslash
  std::size_t bad_bytes_ = 0;
};

}  // namespace ludex
