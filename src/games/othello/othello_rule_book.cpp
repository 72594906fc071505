#include "games/othello/othello_rules.hpp"

namespace ludex::othello {
namespace {

using enum ProblemKind;

// What may be played, whatever format says it.
constexpr Rule kRules[] = {
    {occupied_point, "", "", "a disc is played on an empty square"},
    {illegal_move, "", "", "a move turns at least one disc"},
    {wrong_player, "", "", "a player without a move passes"},
};

// What the page of the game in SGF asks for.
constexpr Rule kPage[] = {
    {bad_point, "", "Point", "a column and a row: f5, or two letters: fe"},
    {off_board, "", "Point", "a column and a row of the board: f5, or two letters: fe"},
    {bad_size, "", "SZ", "an even number, 8 where none is written"},
};

}  // namespace

RuleBook OthelloRules::rule_book() const { return {"Othello", kRules}; }
RuleBook OthelloRules::page() const { return {"SGF for Othello", kPage}; }

}  // namespace ludex::othello
