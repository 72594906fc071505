#pragma once

#include "formats/csa/csa_statement.hpp"
#include "games/api/position.hpp"

#include <optional>
#include <string_view>

namespace ludex::shogi {

/// "+7776FU", "-0055KA": the piece is the one after the move, so that the board tells whether it
/// promotes. \returns none where the sign or the piece is not what the position has there.
[[nodiscard]] std::optional<Move> parse_csa_move(std::string_view word, const Position& position);

}  // namespace ludex::shogi
