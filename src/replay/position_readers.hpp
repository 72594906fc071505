#pragma once

#include "ludex/core/game_type.hpp"
#include "ludex/replay/game_rules.hpp"
#include "ludex/replay/position_text.hpp"

#include <string_view>

namespace ludex {

/// The notations behind parse_position(), each without its prefix. All throw UsageError.
[[nodiscard]] QueryPosition read_cgp(std::string_view text, const PositionTextOptions& options);
[[nodiscard]] QueryPosition read_sgf_setup(std::string_view text,
                                           const PositionTextOptions& options);
[[nodiscard]] QueryPosition read_moves(std::string_view text, const PositionTextOptions& options);

/// The rules of a game that positions can be asked for.
[[nodiscard]] const GameRules& get_position_rules(GameType game);
/// Throws unless `game` is played on such boards.
void check_size(const GameRules& rules, GameType game, BoardSize size);

}  // namespace ludex
