#pragma once

#include "formats/gcg/gcg_game.hpp"

#include <optional>
#include <string_view>

namespace ludex {

struct GcgCoordinate {
  std::uint16_t row = 0;  ///< from 0
  std::uint16_t column = 0;
  bool down = false;
};

/// "8H" (across), "H8" (down), in any case; columns beyond Z are AA, AB, ...
[[nodiscard]] std::optional<GcgCoordinate> parse_gcg_coordinate(std::string_view text);

/// Reads what stands behind ">nick:" into kind, rack, place, tiles, score, total and words.
/// \param utf8  without control characters
/// \returns     false where it is no event; then the kind is `unread`
[[nodiscard]] bool parse_gcg_event(std::string_view utf8, GcgEvent& event);

}  // namespace ludex
