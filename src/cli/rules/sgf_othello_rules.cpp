#include "cli/rules/rule_books.hpp"

namespace ludex::cli {

namespace {

using enum ProblemKind;

constexpr Rule kRules[] = {
    {bad_point, "", "Point", "a column and a row: f5, or two letters: fe"},
    {off_board, "", "Point", "a column and a row of the board: f5, or two letters: fe"},
    {bad_size, "", "SZ", "an even number, 8 where none is written"},
};

}  // namespace

RuleBook sgf_othello_rules() { return {"SGF for Othello", kRules}; }

}  // namespace ludex::cli
