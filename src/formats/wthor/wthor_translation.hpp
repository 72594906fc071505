#pragma once

#include "formats/sgf_translation.hpp"

namespace ludex {

/// SgfTranslate of a game of a .wtb. `out.context` holds the lines of a WthorContext; without them
/// its players, event and year are unknown.
[[nodiscard]] std::optional<Problem> translate_wthor(std::string_view record,
                                                     std::optional<Charset> charset,
                                                     SgfTranslation& out);

}  // namespace ludex
