#pragma once

#include "cli/rules/rule_book.hpp"
#include "core/game_type.hpp"
#include "core/problem.hpp"

#include <string_view>

// A book for each text, each in a file of its own: a new format writes its book there and is named
// in rule_scope.cpp.

namespace ludex::cli {

RuleBook ff4_rules();
RuleBook kierulf_rules();  // FF[1]
RuleBook sgf_hex_rules();
RuleBook sgf_twixt_rules();
RuleBook sgf_othello_rules();
/// \param version  "2.2"; empty: the text of 1999, which has no version line
RuleBook csa_rules(std::string_view version);
/// What only the text of 1999 has.
RuleBook csa_1999_rules();
RuleBook cgp_rules();
RuleBook gcg_rules();
/// What may be played, whatever format says it. Empty for games that are not replayed.
RuleBook playing_rules(GameType game);
RuleBook program_limits();
/// Whether a problem says only that this program does not know how to judge a game, or a part of
/// it, that it has read: no text is broken.
[[nodiscard]] bool is_unjudged(ProblemKind kind);

}  // namespace ludex::cli
