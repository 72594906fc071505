#pragma once

#include "formats/charset/charset.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace ludex {

/// Turns raw values of a record into UTF-8.
class RawTextReader {
 public:
  explicit RawTextReader(Charset charset) : charset_(charset) {}

  /// A name or a value: control characters are blanks, none at the ends.
  [[nodiscard]] std::string value(std::string_view raw);
  /// A line of a comment: control characters are blanks.
  void append_comment(std::string_view raw, std::string& out);
  /// The first `raw` characters or so, for messages.
  [[nodiscard]] std::string excerpt(std::string_view raw);
  [[nodiscard]] std::size_t bad_bytes() const { return bad_bytes_; }

 private:
  Charset charset_;
  std::size_t bad_bytes_ = 0;
};

}  // namespace ludex
