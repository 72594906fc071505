#pragma once

#include "games/api/position.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::shogi {

/// A move as KIF or KI2 writes it: "７六歩(77)", "▲５八金右", "同　銀". \returns none where the
/// position has no such move, or several.
[[nodiscard]] std::optional<Move> parse_kif_move(std::string_view word, const Position& position);

/// A move as KI2 writes it: "７六歩", "同　銀", "５八金右".
/// \param around   the position before the move, or the one that it led to
/// \param last_to  where the move before it went
[[nodiscard]] std::string japanese_text(const Move& move, const Position& around,
                                        std::optional<Point> last_to);

}  // namespace ludex::shogi
