#pragma once

#include "games/api/diagram.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/position.hpp"
#include "games/api/query_position.hpp"
#include "ludex/types.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex {

/// The values of `--game` and `--size` for a position's text.
struct PositionTextOptions {
  std::optional<GameType> game{};
  std::optional<BoardSize> size{};
  /// Gets the opcodes of a CGP line that mean nothing in its game: name, operand. Null: refused.
  std::vector<std::pair<std::string, std::string>>* others = nullptr;
};

/// Reads a position as ludex-positions(7) describes it: a full CGP line; its first field alone;
/// `sgf:AB[dd]AW[pq]SZ[19]` (also AE, PL, compressed lists); `moves:dd pq ...` (blanks or commas
/// between moves; captures executed). A bare placement needs options.game; sgf: and moves: are go
/// on 19x19 unless told otherwise, or unless the first move is one of CSA (`+7776FU`). Of shogi
/// also `sfen ...`, `startpos`, `position ...` (side, hands and ply may be missing; `moves` may
/// follow), a bare `board side hands ply`, and the position lines of CSA. \throws UsageError naming
/// row and width, or field, of what is malformed.
[[nodiscard]] QueryPosition parse_position(std::string_view text,
                                           const PositionTextOptions& options = {});

/// The one canonical CGP line of a position, without line end: maximal runs of empty points, rows
/// from the top, captures and racks of the player to move first, `gm` and `pl`.
[[nodiscard]] std::string to_cgp(const Position& position);

/// The SFEN of a position of shogi, without the word `sfen`; its move number is the ply plus one.
/// \throws UsageError for other games.
[[nodiscard]] std::string to_sfen(const Position& position);

/// A diagram for a terminal as the game is used to, lines ended by "\n", the last move marked.
/// UTF-8, or ASCII (X black).
[[nodiscard]] std::string draw(const Position& position, bool ascii = false);
/// The same with marks, or a part of it: see lay_out_marks().
[[nodiscard]] std::string draw(const Position& position, const Diagram& diagram);

/// The notations behind parse_position(), each without its prefix. All throw UsageError.
[[nodiscard]] QueryPosition read_cgp(std::string_view text, const PositionTextOptions& options);
/// True for four words: rows, anything, scores and a number. No other notation has these.
[[nodiscard]] bool is_cgp_line(std::string_view text);
/// The operand of the opcode `gm`, found before the CGP line is parsed.
[[nodiscard]] std::optional<std::string_view> find_gm(std::string_view text);
[[nodiscard]] QueryPosition read_sgf_setup(std::string_view text,
                                           const PositionTextOptions& options);
[[nodiscard]] QueryPosition read_moves(std::string_view text, const PositionTextOptions& options);

/// True if a text without prefix is SFEN: it starts with `sfen`, `startpos` or `position`, or its
/// second word is `b` or `w`, or it is one word without brackets and shogi is asked for.
[[nodiscard]] bool is_sfen(std::string_view text, const PositionTextOptions& options);
/// `[position] [sfen] board [side [hands [ply]]] [moves ...]`, or `startpos` for the four fields.
[[nodiscard]] QueryPosition read_sfen(std::string_view text, const PositionTextOptions& options);

[[nodiscard]] bool is_csa_position(std::string_view text, const PositionTextOptions& options);
/// Position lines of CSA, moves after them too. Hands are always known: empty if not written.
[[nodiscard]] QueryPosition read_csa_position(std::string_view text,
                                              const PositionTextOptions& options);

/// The rules of a game that positions can be asked for.
[[nodiscard]] const GameRules& get_position_rules(GameType game);
/// Throws unless `game` is played on such boards.
void check_size(const GameRules& rules, GameType game, BoardSize size);

/// Throws if another game than `game` is requested.
void check_game(GameType game, const PositionTextOptions& options);
/// Plays moves written in the game's own notation, blanks or commas between them.
/// \returns true if one of them has a Move::detail.
bool play_moves(std::string_view text, Position& position);

}  // namespace ludex
