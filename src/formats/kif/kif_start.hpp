#pragma once

#include "formats/kif/kif.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// The pieces of a handicap, its giver to move; of the even start, sente. \pre
/// find_kif_handicap(name) knows it
void set_kif_handicap(std::string_view name, CsaStart& start);

/// Board, side to move and hands of SFEN: "lnsgkgsnl/1r5b1/... b -".
[[nodiscard]] std::string sfen_of(const CsaStart& start);

/// Reads the three fields of SFEN. \returns why they are malformed; empty: `start` is filled
[[nodiscard]] std::string read_sfen_start(std::string_view board, std::string_view side,
                                          std::string_view hands, CsaStart& start);

/// Finds out what handicap the start is, and of which kind the game: a problem has fewer than two
/// kings. \pre the nodes are known
void name_kif_start(KifGame& game);

/// Empties everything but the capacities.
void reset_kif(KifGame& game);

}  // namespace ludex
