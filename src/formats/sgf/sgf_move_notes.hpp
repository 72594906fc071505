#pragma once

#include "formats/charset/charset.hpp"
#include "formats/record_sink.hpp"
#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/move_note.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// What the nodes of a game's main line say of their moves.
/// \param node_plies  see ReplayScript
[[nodiscard]] std::vector<MoveNote> read_move_notes(const SgfTree& tree, const SgfGame& game,
                                                    TextForm form, Charset charset,
                                                    std::span<const std::uint32_t> node_plies);

}  // namespace ludex
