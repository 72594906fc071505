#pragma once

#include "games/api/position.hpp"
#include "games/twixt/board.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::twixt {

/// A turn as the Twixt page writes it: "G7", "-F6*"; several values in brackets, "[-F6*][G7]".
[[nodiscard]] std::string turn_text(const Move& turn, BoardSize size);

/// Reads one, for the board as it stands; none where a value is no part of a turn, changes a link
/// that is not there, or is a second peg. Plays it on the board on the way.
[[nodiscard]] std::optional<Move> read_turn(std::string_view text, Player player, Board& board);

/// Plays a turn. \returns false, the board being as it may, where the peg's hole is taken.
[[nodiscard]] bool play_turn(const Move& turn, Board& board);

}  // namespace ludex::twixt
