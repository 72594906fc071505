#pragma once

#include "formats/charset/charset.hpp"
#include "formats/sgf/sgf.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// A record of GGF as a game of FF[4] in UTF-8, a move a node. What FF[4] has no property for keeps
/// its name (RB, RW, TI, TY); an evaluation and a time after a move become GGF[...] in its node.
/// SGF has no property for ratings: Ludex does not read them from RB and RW of an SGF record.
/// \param tree  of `record`  \returns none if it is no Othello in GGF
[[nodiscard]] std::optional<std::string> write_ggf_as_sgf(const SgfTree& tree,
                                                          std::string_view record, TextForm form,
                                                          Charset charset);

}  // namespace ludex
