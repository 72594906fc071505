#pragma once

#include "formats/csa/csa.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Reads a record of CSA as the formats of shogi players have it: moves taken back are variations,
/// the clock is in words.
/// \returns why it gave nothing; see parse_csa()
[[nodiscard]] std::optional<Problem> parse_csa_as_shogi(std::string_view record,
                                                        const ShogiReadOptions& options,
                                                        ShogiGame& out);

/// The reverse: the main line of a game as CSA, up to its first move that cannot be played;
/// comments on later moves go to the last one that can.
///
/// Names, event, place, dates, clock, opening and 備考 ($NOTE) are kept, and what came from CSA;
/// `losses` counts the other headers, the bookmarks and the variations. first_number has no place.
///
/// parse_csa() finds the same result. An end that CSA has no mark for becomes %CHUDAN, with a
/// server's summary of who won as a comment; a win of unknown kind %TORYO, if the loser is to move;
/// `losses` counts such ends.
///
/// \param game  of ShogiRecord
/// \returns bad_number where hands hold more than a set of pieces
[[nodiscard]] std::optional<Problem> csa_of_shogi(const ShogiGame& game, CsaGame& out,
                                                  ShogiLosses& losses);

}  // namespace ludex
