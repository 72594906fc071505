#pragma once

#include "formats/sgf_translation.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Tells a record of PandaNet (UGF, or UGI with reviews) in SGF, its variations and comments too.
[[nodiscard]] std::optional<Problem> translate_ugf(std::string_view record,
                                                   std::optional<Charset> charset,
                                                   SgfTranslation& out);

}  // namespace ludex
