#pragma once

#include "formats/charset/charset.hpp"

#include <string_view>

namespace ludex {

/// The charset of a record that declares none, or a wrong one: see parse_csa().
/// \param own      the label in the record, may be empty
/// \param carried  the label in the head of the stream, may be empty
[[nodiscard]] CharsetChoice choose_csa_charset(std::string_view record, std::string_view own,
                                               std::string_view carried);

}  // namespace ludex
