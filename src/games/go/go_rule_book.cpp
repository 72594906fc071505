#include "games/go/go_rules.hpp"

namespace ludex::go {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {suicide, "", "", "a move leaves its stones a liberty (most rules)"},
    {ko, "", "", "a move does not take back in a ko at once"},
};

}  // namespace

RuleBook GoRules::rule_book() const { return {"Go", kRules}; }

}  // namespace ludex::go
