#pragma once

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

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
