#include "games/shogi/shogi_rules.hpp"

namespace ludex::shogi {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {impossible_move, "", "", "players take turns, and move or drop a piece that they have there"},
};

}  // namespace

RuleBook ShogiRules::rule_book() const { return {"shogi", kRules}; }

}  // namespace ludex::shogi
