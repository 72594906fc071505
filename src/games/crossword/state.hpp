#pragma once

#include "formats/cgp/cgp.hpp"
#include "games/api/position.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace ludex::crossword {

/// A state as the rest of the program sees it: ply, moves and their scores are to be filled in.
/// \param seat_to_move  0 for the first player
[[nodiscard]] Position to_position(const CgpPosition& state, std::size_t seat_to_move);
/// And back. \throws std::bad_optional_access if it is not a crossword position.
[[nodiscard]] CgpPosition to_state(const Position& position);

/// Takes `gm crossword` out of the opcodes: a line without it says the same.
/// \pre every `gm` names crossword. \returns what is wrong if it is given twice.
[[nodiscard]] std::optional<Problem> forget_game(CgpPosition& state);

/// A move of `lm`, or of a script. \param seat  0 for the first player
[[nodiscard]] Move to_move(const CgpMove& move, const TileNames& names, BoardSize size,
                           std::size_t seat);
/// As `lm` says it: "8D W.RD", "-AB", "-", "challenge 8D W.RD".
[[nodiscard]] std::string move_text(const Move& move, BoardSize size);

}  // namespace ludex::crossword
