#include "core/ascii.hpp"
#include "formats/position_text.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace ludex {
namespace {

struct Setup {
  std::optional<BoardSize> size;
  std::optional<Player> to_move;
  std::vector<std::pair<std::uint8_t, std::string_view>> points;  // cell code, list
};

[[noreturn]] void refuse(std::string_view ident, std::string_view value) {
  throw UsageError(fmt::format("position: sgf: {}[{}] has no meaning here", ident, value));
}

BoardSize read_size(std::string_view value) {
  const auto colon = value.find(':');
  const auto number = [&](std::string_view text) {
    const auto side = find_number<std::int16_t>(text);
    if (!side) refuse("SZ", value);
    return *side;
  };
  const std::int16_t width = number(value.substr(0, colon));
  return {width, colon == std::string_view::npos ? width : number(value.substr(colon + 1))};
}

void read_property(std::string_view ident, std::string_view value, Setup& setup) {
  if (ident == "AB") {
    setup.points.emplace_back(cell::kFirst, value);
  } else if (ident == "AW") {
    setup.points.emplace_back(cell::kSecond, value);
  } else if (ident == "AE") {
    setup.points.emplace_back(cell::kEmpty, value);
  } else if (ident == "SZ") {
    setup.size = read_size(value);
  } else if (ident == "PL") {
    if (value != "B" && value != "W") refuse(ident, value);
    setup.to_move = value == "B" ? Player::first : Player::second;
  } else {
    throw UsageError(fmt::format("position: sgf: knows AB, AW, AE, SZ and PL, not `{}`", ident));
  }
}

Setup read_properties(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  Setup setup;
  std::string_view ident;
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    if (text.empty()) break;
    const auto open = text.find('[');
    const auto close = text.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) {
      throw UsageError(fmt::format("position: sgf: expected a property and its value: `{}`", text));
    }
    if (open != 0) ident = text.substr(0, text.find_last_not_of(kBlanks, open - 1) + 1);
    read_property(ident, text.substr(open + 1, close - open - 1), setup);
    text.remove_prefix(close + 1);
  }
  return setup;
}

}  // namespace

QueryPosition read_sgf_setup(std::string_view text, const PositionTextOptions& options) {
  const GameType game = options.game.value_or(kDefaultGame);
  const GameRules& rules = get_position_rules(game);
  const Setup setup = read_properties(text);
  const BoardSize size = setup.size ? *setup.size : options.size.value_or(rules.default_size());
  check_size(rules, game, size);
  QueryPosition query;
  query.position = rules.start_position(size);
  query.known.to_move = setup.to_move.has_value();
  query.position.to_move = setup.to_move.value_or(query.position.to_move);
  for (const auto& [code, list] : setup.points) {
    if (!rules.set_up(query.position, code, list)) {
      throw UsageError(fmt::format("position: sgf: no point of a {}x{} board: `{}`", size.width,
                                   size.height, list));
    }
  }
  return query;
}

}  // namespace ludex
