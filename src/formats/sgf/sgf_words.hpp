#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/script_op.hpp"
#include "games/api/turn.hpp"
#include "games/api/written_move.hpp"
#include "ludex/problem.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

namespace ludex {

/// What a replay of SGF needs to know that does not depend on the game.
namespace sgf {

[[nodiscard]] constexpr script::Kind setup_kind(std::uint8_t cell) {
  constexpr script::Kind kKinds[] = {script::clear, script::add_first, script::add_second};
  return kKinds[cell];
}

/// "B", "W"; old files write 1 and 2, or words.
[[nodiscard]] std::optional<Player> read_player(std::string_view value);

inline constexpr GameResult kAgreedDraw{Winner::draw, WinBy::unknown, std::nullopt,
                                        ResultFrom::end_mark};
/// What a resignation or a forfeit of `loser` says of the result.
[[nodiscard]] GameResult result_of_end(Player loser, WrittenMove::Kind kind);
/// The same where each player has the other one's colour.
[[nodiscard]] GameResult with_seats_changed(GameResult result);

/// The lines of a game beside the main one.
[[nodiscard]] std::uint32_t count_branches(const SgfTree& tree, const SgfGame& game);

/// The kind of the gravest of some faults, and then of the others.
inline constexpr std::array kFaultKinds = {
    std::pair{kOccupied, ProblemKind::occupied_point},
    std::pair{kSuicide, ProblemKind::suicide},
    std::pair{kKo, ProblemKind::ko},
    std::pair{kNoFlip, ProblemKind::illegal_move},
    std::pair{kWrongBorder, ProblemKind::illegal_move},
};

}  // namespace sgf

}  // namespace ludex
