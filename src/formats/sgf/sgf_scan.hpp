#pragma once

#include "formats/sgf/sgf_reading.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// Steps `reading` byte by byte over window[from, to), or until it ends, jumping over whole blocks
/// in which brackets just alternate. The same as calling step() for every byte.
/// \returns the position after the last byte taken.
std::size_t scan_bytewise(SgfReading& reading, std::string_view window, std::size_t from,
                          std::size_t to);

/// How many ASCII bytes text starts with.
[[nodiscard]] std::size_t ascii_length(std::string_view text);

/// Validates UTF-8 that comes in pieces.
class Utf8Check {
 public:
  /// \returns false once anything was no UTF-8 (overlong forms and surrogates are none).
  bool feed(std::string_view piece);
  void feed_byte(unsigned char byte);
  [[nodiscard]] bool failed() const { return failed_; }
  /// Whether what was fed is UTF-8 as a whole, not cut inside a character.
  [[nodiscard]] bool complete() const { return !failed_ && missing_ == 0; }

 private:
  void start_character(unsigned char byte);

  unsigned char lowest_ = 0x80;  // of the next continuation byte
  unsigned char highest_ = 0xBF;
  unsigned char missing_ = 0;  // continuation bytes
  bool failed_ = false;
};

}  // namespace ludex
