#include "games/gomoku/gomoku_rules.hpp"

namespace ludex::gomoku {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {{occupied_point, "", "", "a stone is played on an empty point"}};

}  // namespace

RuleBook GomokuRules::rule_book() const { return {"Gomoku", kRules}; }

}  // namespace ludex::gomoku
