#include "cli/rules/rule_books.hpp"

namespace ludex::cli {

namespace {

using enum ProblemKind;

constexpr std::string_view kEmptyPoint = "a stone is played on an empty point";

constexpr Rule kGo[] = {
    {occupied_point, "", "", kEmptyPoint},
    {suicide, "", "", "a move leaves its stones a liberty (most rules)"},
    {ko, "", "", "a move does not take back in a ko at once"},
};

constexpr Rule kOthello[] = {
    {occupied_point, "", "", "a disc is played on an empty square"},
    {illegal_move, "", "", "a move turns at least one disc"},
    {wrong_player, "", "", "a player without a move passes"},
};

constexpr Rule kGomoku[] = {{occupied_point, "", "", kEmptyPoint}};

constexpr Rule kHex[] = {
    {occupied_point, "", "", kEmptyPoint},
    {bad_swap, "", "", "a swap takes over the one stone on the board"},
};

constexpr Rule kTwixt[] = {
    {occupied_point, "", "", "a peg is played in an empty hole"},
    {illegal_move, "", "",
     "no peg in the other's border rows; no link taken away under PP and 3M; Twixteus links the "
     "peg of the turn alone, and puts back a peg that it lifts"},
};

constexpr Rule kShogi[] = {
    {impossible_move, "", "", "players take turns, and move or drop a piece that they have there"},
};

constexpr Rule kCrossword[] = {
    {illegal_move, "", "", "tiles lie in one line and join those on the board"},
    {impossible_move, "", "", "tiles are laid on empty squares of the board"},
    {too_many_tiles, "", "", "a set holds so many of each letter"},
};

}  // namespace

RuleBook playing_rules(GameType game) {
  switch (game) {
    case GameType::go:
      return {"Go", kGo};
    case GameType::othello:
      return {"Othello", kOthello};
    case GameType::gomoku:
      return {"Gomoku", kGomoku};
    case GameType::hex:
      return {"Hex", kHex};
    case GameType::twixt:
      return {"Twixt", kTwixt};
    case GameType::shogi:
      return {"shogi", kShogi};
    case GameType::crossword:
      return {"crossword games", kCrossword};
  }
  return {};
}

}  // namespace ludex::cli
