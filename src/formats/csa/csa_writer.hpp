#pragma once

#include "formats/csa/csa_game.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

enum class CsaVersion : std::uint8_t { v2_2, v3 };

/// What stands first in a CSA file of UTF-8: the version line; in V3 the encoding before it.
[[nodiscard]] std::string_view csa_head(CsaVersion version);

/// What a version could not say of a game.
struct CsaLosses {
  std::uint64_t rounded_times = 0;  ///< times that lost decimals
  std::uint64_t hidden_lines = 0;   ///< lines that the version does not have: they became comments
};

/// Writes a game as CSA in UTF-8, without csa_head(): names, "$" keywords, the start position ("PI"
/// where it is even or pieces are missing from that), turn, moves with times, end mark; comments
/// where they were read. Lines end in "\n". Times are whole seconds in V2.2, rounded down as its
/// text says, and have up to three decimals in V3. A clock is written as $TIME_LIMIT in V2.2 and as
/// $TIME in V3 where that version can say it. A line that the version does not have becomes a
/// comment, "'$MAX_MOVES:256", which parse_csa() understands: $TIME, $TIME+, $TIME-, $MAX_MOVES,
/// $JISHOGI, $NOTE and %MAX_MOVES in V2.2, there with a server's summary; $TIME_LIMIT, %MATTA and
/// what it took back in V3; in both what stood behind an end mark. Other keywords are kept in
/// either. Header lines that stood behind the moves come before them. Parsing what was written
/// gives the same game, except for these. Cost: one pass. \param losses  gets what was lost; may be
/// null
[[nodiscard]] std::string write_csa(const CsaGame& game, CsaVersion version,
                                    CsaLosses* losses = nullptr);

}  // namespace ludex
