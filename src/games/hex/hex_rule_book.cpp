#include "games/hex/hex_rules.hpp"

namespace ludex::hex {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a stone is played on an empty point"},
    {bad_swap, "", "", "a swap takes over the one stone on the board"},
};

// What the page of the game in SGF asks for.
constexpr std::string_view kPoint = "a column in letters and a row in digits, a1: top left";
constexpr std::string_view kResult = "B+ or W+, with R, T or F; Void or ?: nobody wins by points";

constexpr Rule kPage[] = {
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

RuleBook HexRules::rule_book() const { return {"Hex", kRules}; }
RuleBook HexRules::page() const { return {"SGF for Hex", kPage}; }

}  // namespace ludex::hex
