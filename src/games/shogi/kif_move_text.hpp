#pragma once

#include "games/api/position.hpp"

#include <optional>
#include <string_view>

namespace ludex::shogi {

/// A move as KIF or KI2 writes it: "７六歩(77)", "▲５八金右", "同　銀". \returns none where the
/// position has no such move, or several.
[[nodiscard]] std::optional<Move> parse_kif_move(std::string_view word, const Position& position);

}  // namespace ludex::shogi
