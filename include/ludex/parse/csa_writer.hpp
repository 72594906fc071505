#pragma once

#include "ludex/parse/csa_game.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

enum class CsaVersion : std::uint8_t { v2_2, v3 };

/// What stands first in a CSA file of UTF-8: the version line; in V3 the encoding before it.
[[nodiscard]] std::string_view csa_head(CsaVersion version);

/// Writes a game as CSA in UTF-8, without csa_head(): names, "$" keywords, the start position ("PI"
/// where it is even or pieces are missing from that), turn, moves with times and comments as read,
/// end mark. Lines end in "\n". Times are whole seconds in V2.2, rounded down, and have up to three
/// decimals in V3. A clock is written as $TIME_LIMIT in V2.2 and as $TIME in V3 where that version
/// can say it, else as it was; further keywords are kept in either. Comments behind the end mark
/// come before it.
/// Parsing what was written gives the same game, except for these. Cost: one pass.
[[nodiscard]] std::string write_csa(const CsaGame& game, CsaVersion version);

}  // namespace ludex
