#pragma once

#include "formats/record_sink.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// The characters of a window, of one byte each or, in UTF-16, of two.
class TextWindow {
 public:
  TextWindow(std::string_view bytes, TextForm form);

  [[nodiscard]] std::size_t size() const { return bytes_.size() / width_; }
  [[nodiscard]] std::size_t width_bytes() const { return width_; }
  /// The character if it is ASCII, else another one that is no syntax.
  [[nodiscard]] char operator[](std::size_t i) const {
    if (width_ == 1) return bytes_[i];
    return bytes_[2 * i + 1 - low_] == '\0' ? bytes_[2 * i + low_] : '\x7F';
  }
  [[nodiscard]] std::size_t find_slash(std::size_t from) const;
  /// How many of the first `length` characters are left without the blanks at their end.
  [[nodiscard]] std::size_t without_trailing_blanks(std::size_t length) const;

 private:
  std::string_view bytes_;
  std::size_t width_;
  std::size_t low_;  // which byte of a character is the lower one
};

}  // namespace ludex
