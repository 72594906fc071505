#include "formats/values/game_values.hpp"

#include "formats/values/value_text.hpp"

#include <algorithm>

namespace ludex {
namespace {

using namespace value_text;

struct NamedGame {
  std::string_view name;
  GameType game;
};
constexpr NamedGame kNamedGames[] = {
    {"go", GameType::go},         {"game of go", GameType::go},   {"igo", GameType::go},
    {"weiqi", GameType::go},      {"wei qi", GameType::go},       {"baduk", GameType::go},
    {"围棋", GameType::go},       {"圍棋", GameType::go},         {"囲碁", GameType::go},
    {"바둑", GameType::go},       {"othello", GameType::othello}, {"reversi", GameType::othello},
    {"gomoku", GameType::gomoku}, {"renju", GameType::gomoku},    {"hex", GameType::hex},
    {"twixt", GameType::twixt}};

}  // namespace

std::optional<BoardSize> parse_board_size(std::string_view utf8, int max_side) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  skip_plus(text);
  const auto width = take_digits(text);
  auto height = width;
  if (!text.empty()) {
    constexpr std::string_view kBetween[] = {":", "x", "*", "×", " x "};
    if (skip_any(text, kBetween)) {
      skip_plus(text);
      height = take_digits(text);
    } else {
      skip(text, "路");
    }
  }
  const auto fits = [&](int side) { return side >= 1 && side <= max_side; };
  if (!width || !height || !text.empty() || !fits(*width) || !fits(*height)) return std::nullopt;
  return BoardSize{static_cast<std::int16_t>(*width), static_cast<std::int16_t>(*height)};
}

BoardSize default_board_size(GameType game) {
  switch (game) {
    case GameType::go:
      return {19, 19};
    case GameType::othello:
      return {8, 8};
    case GameType::gomoku:
      return {15, 15};
    case GameType::hex:
      return {11, 11};
    case GameType::twixt:
      return {24, 24};
    default:
      return {};
  }
}

int min_board_side(GameType game) {
  constexpr int kMinTwixtSide = 3;
  return game == GameType::twixt ? kMinTwixtSide : 1;
}

int max_board_side(GameType game) {
  constexpr int kMaxTwixtSide = 702;  // "zz" is the last column
  if (game == GameType::hex) return kMaxSgfBoardSide;
  return game == GameType::twixt ? kMaxTwixtSide : kMaxGoSide;
}

GameType parse_game_type(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  constexpr int kMaxNumber = 999;  // those above are ours
  skip_plus(text);
  if (const auto number = take_digits(text)) {
    return text.empty() && *number <= kMaxNumber ? GameType{*number} : GameType{0};
  }
  const auto* named = std::ranges::find(kNamedGames, text, &NamedGame::name);
  return named == std::end(kNamedGames) ? GameType{0} : named->game;
}

}  // namespace ludex
