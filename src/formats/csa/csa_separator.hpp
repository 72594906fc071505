#pragma once

#include "formats/text_window.hpp"

#include <cstddef>

namespace ludex {

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
[[nodiscard]] CsaRecordEnd find_csa_separator(const TextWindow& window, std::size_t from,
                                              bool starts_line, bool final);

}  // namespace ludex
