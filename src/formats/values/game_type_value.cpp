#include "formats/values/game_values.hpp"

#include "formats/sgf/sgf_rules.hpp"
#include "formats/values/value_text.hpp"

#include <algorithm>

namespace ludex {
namespace {

using namespace value_text;

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

GameType parse_game_type(std::string_view utf8) {
  const std::string form = value_form(utf8);
  std::string_view text = form;
  constexpr int kMaxNumber = 999;  // those above are ours
  skip_plus(text);
  if (const auto number = take_digits(text)) {
    return text.empty() && *number <= kMaxNumber ? GameType{*number} : GameType{0};
  }
  for (const SgfRules* const rules : all_sgf_rules()) {
    if (std::ranges::find(rules->sgf().names, text) != rules->sgf().names.end()) {
      return rules->game();
    }
  }
  return GameType{0};
}

}  // namespace ludex
