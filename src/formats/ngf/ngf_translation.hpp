#pragma once

#include "formats/sgf_translation.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Translates an NGF record (Cyberoro, WBaduk) to SGF: the twelve lines of the usual header, or
/// those that begin with "GI", then a line per move.
[[nodiscard]] std::optional<Problem> translate_ngf(std::string_view record,
                                                   std::optional<Charset> charset,
                                                   SgfTranslation& out);

/// "PMABBREER".
[[nodiscard]] bool is_ngf_move(std::string_view line);

/// "GI1" after the moves: remarks follow, up to a line that ends in "[EndTxt]".
[[nodiscard]] bool is_ngf_remarks(std::string_view line);
[[nodiscard]] bool ends_ngf_remarks(std::string_view line);

}  // namespace ludex
