#include "games/twixt/twixt_rules.hpp"

namespace ludex::twixt {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a peg is played in an empty hole"},
    {illegal_move, "", "",
     "no peg in the other's border rows; no link taken away under PP and 3M; Twixteus links the "
     "peg of the turn alone, and puts back a peg that it lifts"},
};

// What the page of the game in SGF asks for.
constexpr std::string_view kPoint = "a column in letters and a row in digits: G5, aa12";

constexpr Rule kPage[] = {
    {bad_point, "", "Point and Move types", kPoint},
    {off_board, "", "Point and Move types", kPoint},
    {bad_size, "", "SZ", "a number, or columns:rows of an oblong board, of 3 to 702"},
    {missing_property, "HA", "SZ", "where the grid is not square, HA stands in the file too"},
    {bad_value, "HA", "HA", "its value is always empty: SZ says how large the handicap is"},
    {bad_value, "IP", "IP", "its value is empty"},
    {misplaced_property, "IP", "IP", "more than one in a game is illegal"},
    {bad_value, "PZ", "PZ", "empty, 0, draw, B+ or W+"},
    {missing_property, "IP", "PZ", "a puzzle has an IP property somewhere"},
    {missing_property, "PL", "PZ", "a puzzle has a PL property in the node of the game info"},
    {repeated_value, "N", "N", "no two bookmarks of a file have one number"},
    {wrong_turn, "", "PZ", "only before a puzzle's IP does one player take several turns in a row"},
    {impossible_link, "", "Move", "a link that is added has its pegs, one taken away is there"},
    {bad_swap, "", "Move",
     "a swap is the second turn, takes over the one peg, and never in a handicap game"},
    {several_moves, "", "Move", "a turn is one property with several values"},
};

}  // namespace

RuleBook TwixtRules::rule_book() const { return {"Twixt", kRules}; }
RuleBook TwixtRules::page() const { return {"SGF for Twixt", kPage}; }

}  // namespace ludex::twixt
