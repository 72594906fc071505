#pragma once

#include "games/api/game_rules.hpp"
#include "query/pattern/pattern.hpp"

#include <string_view>

namespace ludex {

/// How a pattern is to be read.
struct PatternTextOptions {
  bool blank_as_letter = false;  ///< crossword: a blank equals the letter it represents
};

/// What the cells of a game without tiles may hold.
[[nodiscard]] ContentSet contents_of(const GameRules& rules);

/// The cells and the drawn edges of a pattern: rows from the top, parted by `/` or line feeds.
///
///     pattern = row {"/" row}
///     row     = ["|"] cell {cell} ["|"]
///     cell    = piece | "." | number | "*" | "{" ["^"] item {item} "}" | "{" digits ["B" | "W"]
///     "}" item    = piece | "."
///
/// A row of `-` above or below is the edge of the board there.
/// \throws UsageError naming row and column
[[nodiscard]] Pattern read_pattern_rows(std::string_view text, const GameRules& rules,
                                        const PatternTextOptions& options = {});

/// The part of a position between two corners, as a pattern.
/// \pre the corners are on its board
[[nodiscard]] Pattern pattern_of(const Position& position, const PointRect& part,
                                 const GameRules& rules, const PatternTextOptions& options = {});
/// Two points, `Q19:T14`. \throws UsageError
[[nodiscard]] PointRect read_region(std::string_view text, BoardSize size, const GameRules& rules);

/// `nw`, `n`, ..., `anywhere`, or a point, which is read when a board is known.
/// \throws UsageError if edges are drawn in the pattern too, or it names no point of any board
void read_anchor(std::string_view text, const GameRules& rules, Pattern& pattern);
/// `BPP/`: letters of pieces in hand, sente's before `/`, gote's after it. \throws UsageError
void read_hands(std::string_view text, const GameRules& rules, Pattern& pattern);
/// `A1-B3 C2-E3`: links between holes of the pattern, A1 its top left. \throws UsageError
void read_links(std::string_view text, const GameRules& rules, Pattern& pattern);

/// Columns and rows of a pattern, from 0, as A, B, ... and 1, 2, ...: "A1" is its top left. Before
/// the first: "A-2", "1-2", two before it.
[[nodiscard]] std::string pattern_column_text(int column);
[[nodiscard]] std::string pattern_row_text(int row);

}  // namespace ludex
