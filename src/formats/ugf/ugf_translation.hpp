#pragma once

#include "formats/sgf_translation.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Translates a record of PandaNet (UGF, or UGI with reviews) to SGF, with its variations and
/// comments.
[[nodiscard]] std::optional<Problem> translate_ugf(std::string_view record,
                                                   std::optional<Charset> charset,
                                                   SgfTranslation& out);

}  // namespace ludex
