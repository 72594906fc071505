#pragma once

#include "ludex/split/record_sink.hpp"

#include <cstddef>
#include <string_view>

namespace ludex {

/// The characters of a window, of one byte each or, in UTF-16, of two.
class CsaWindow {
 public:
  CsaWindow(std::string_view bytes, TextForm form);

  [[nodiscard]] std::size_t size() const { return bytes_.size() / width_; }
  [[nodiscard]] std::size_t width_bytes() const { return width_; }
  /// The character if it is ASCII, else another one that is no syntax.
  [[nodiscard]] char operator[](std::size_t i) const {
    if (width_ == 1) return bytes_[i];
    return bytes_[2 * i + 1 - low_] == '\0' ? bytes_[2 * i + low_] : '\x7F';
  }
  [[nodiscard]] std::size_t find_slash(std::size_t from) const;

 private:
  std::string_view bytes_;
  std::size_t width_;
  std::size_t low_;  // which byte of a character is the lower one
};

/// Where a record ends, in characters of the window.
struct CsaRecordEnd {
  bool found = false;
  std::size_t end = 0;    ///< of the record: where the "/" line starts. Not found: up to here, the
                          ///< window holds no separator and not the start of one
  std::size_t slash = 0;  ///< the "/" itself
};

/// Looks for the first "/" line.
/// \param starts_line  the window starts a line
/// \param final        no more bytes will come: the last line is whole
[[nodiscard]] CsaRecordEnd find_csa_separator(const CsaWindow& window, std::size_t from,
                                              bool starts_line, bool final);

}  // namespace ludex
