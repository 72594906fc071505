#pragma once

#include "formats/position_text.hpp"

#include <string_view>

namespace ludex {

/// True if a text without prefix holds a diagram, a hand, a start position or moves of KIF or KI2.
[[nodiscard]] bool is_kif_position(std::string_view text, const PositionTextOptions& options);
/// The diagram or start position, and the position after the moves that follow it. Hands are
/// always known: empty if not written; so is the side to move after moves, 手合割 or 後手番.
/// \throws UsageError for a text with any problem
[[nodiscard]] QueryPosition read_kif_position(std::string_view text,
                                              const PositionTextOptions& options);

}  // namespace ludex
