#pragma once

#include "cli/rules/rule_book.hpp"
#include "ludex/core/game_type.hpp"

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

}  // namespace ludex::cli
