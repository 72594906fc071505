#include "games/api/game_rules.hpp"

#include <utility>

namespace ludex {

std::vector<Match> GameRules::step_views(BoardSize size) const {
  std::vector<Match> views = {{}};
  if (!playable(size)) return views;
  const auto add = [&](std::span<const Orientation> orientations, bool swapped) {
    for (const Orientation orientation : orientations) {
      const Match view{orientation, swapped};
      if (map_size(orientation, size) == size && view != Match{}) views.push_back(view);
    }
  };
  add(symmetries(size), false);
  add(role_swaps(size), true);
  return views;
}

Position GameRules::start_position(BoardSize size) const {
  Position position;
  position.game = game_;
  position.size = size;
  position.to_move = traits_.begins;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

QueryPosition GameRules::as_query(Position position) const {
  return {.position = std::move(position), .known = identity()};
}

bool GameRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto move = parse_move(value, position);
  if (!move || move->kind != MoveKind::stone) return false;
  position.cells[move->point] = code;
  return true;
}

std::string GameRules::diagram_point(Point point, BoardSize size) const {
  return move_text({MoveKind::stone, Player::first, point}, size);
}

const GameTraits& traits_of(GameType game) {
  static constexpr GameTraits kUsual;
  const GameRules* const rules = find_rules(game);
  return rules == nullptr ? kUsual : rules->traits();
}

}  // namespace ludex
