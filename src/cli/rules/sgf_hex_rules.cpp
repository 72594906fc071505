#include "cli/rules/rule_books.hpp"

namespace ludex::cli {

namespace {

using enum ProblemKind;

constexpr std::string_view kPoint = "a column in letters and a row in digits, a1: top left";
constexpr std::string_view kResult = "B+ or W+, with R, T or F; Void or ?: nobody wins by points";

constexpr Rule kRules[] = {
    {bad_point, "", "Point", kPoint},
    {off_board, "", "Point", kPoint},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 1 or more"},
    {bad_result, "", "RE", kResult},
    {bad_value, "RE", "RE", kResult},
    {bad_value, "IP", "IP", "its value is empty"},
    {misplaced_property, "IP", "IP", "one node of a game is the current position"},
    {misplaced_property, "B", "B and W", "the root is a setup node: no move stands there"},
    {setup_and_move, "", "AB, AW, AE", "setup does not stand in a node with a move"},
    {several_moves, "", "B and W", "a node holds one move"},
    {bad_swap, "", "Move", "a swap takes over the one stone on the board"},
};

}  // namespace

RuleBook sgf_hex_rules() { return {"SGF for Hex", kRules}; }

}  // namespace ludex::cli
