#include "games/crossword/crossword_rules.hpp"

namespace ludex::crossword {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {illegal_move, "", "", "tiles lie in one line and join those on the board"},
    {impossible_move, "", "", "tiles are laid on empty squares of the board"},
    {too_many_tiles, "", "", "a set holds so many of each letter"},
};

}  // namespace

RuleBook CrosswordRules::rule_book() const { return {"crossword games", kRules}; }

}  // namespace ludex::crossword
