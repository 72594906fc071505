#pragma once

#include "formats/sgf_translation.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Translates a GIB record (Tygem) to SGF. Fields are decoded in the one charset that fits them
/// all. Moves are STO and SKI lines between \GS and \GE; what follows \GE holds remarks and
/// diagrams.
[[nodiscard]] std::optional<Problem> translate_gib(std::string_view record,
                                                   std::optional<Charset> charset,
                                                   SgfTranslation& out);

}  // namespace ludex
