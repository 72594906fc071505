#pragma once

#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/types.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// The notations behind parse_position(), each without its prefix. All throw UsageError.
[[nodiscard]] QueryPosition read_cgp(std::string_view text, const PositionTextOptions& options);
/// The operand of the opcode `gm` in a CGP line, before the line is read in earnest.
[[nodiscard]] std::optional<std::string_view> find_gm(std::string_view text);
[[nodiscard]] QueryPosition read_sgf_setup(std::string_view text,
                                           const PositionTextOptions& options);
[[nodiscard]] QueryPosition read_moves(std::string_view text, const PositionTextOptions& options);

/// Whether a text without prefix is SFEN: it starts with `sfen`, `startpos` or `position`, or its
/// second word is `b` or `w`, or it is one word without brackets and shogi is asked for.
[[nodiscard]] bool is_sfen(std::string_view text, const PositionTextOptions& options);
/// `[position] [sfen] board [side [hands [ply]]] [moves ...]`, or `startpos` for the four fields.
[[nodiscard]] QueryPosition read_sfen(std::string_view text, const PositionTextOptions& options);

[[nodiscard]] bool is_csa_position(std::string_view text, const PositionTextOptions& options);
/// Position lines of CSA, moves behind them too. Hands are always known: empty if not written.
[[nodiscard]] QueryPosition read_csa_position(std::string_view text,
                                              const PositionTextOptions& options);

/// The rules of a game that positions can be asked for.
[[nodiscard]] const GameRules& get_position_rules(GameType game);
/// Throws unless `game` is played on such boards.
void check_size(const GameRules& rules, GameType game, BoardSize size);

/// Throws where another game than `game` is asked for.
void check_game(GameType game, const PositionTextOptions& options);
/// Plays moves written in the game's own notation, blanks or commas between them.
/// \returns whether one of them has a Move::detail.
bool play_moves(std::string_view text, Position& position);

}  // namespace ludex
