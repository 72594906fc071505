#include "games/api/game_rules.hpp"

#include "core/ascii.hpp"

#include <utility>

namespace ludex {

void GameRules::read_line(const LineSource& source, CellLine& line) const {
  line.start(source.size, static_cast<std::size_t>(source.size.area()) + cells_behind(source),
             source.keep);
  walk(source.ops, source.size, [&](const Position& position) {
    if (position.ply > 0 && position.ply >= source.main_positions) return false;
    add_moment(*this, position, source, line);
    return true;
  });
}

void add_moment(const GameRules& rules, const Position& position, const LineSource& source,
                CellLine& line) {
  const Move move = position.last_move.value_or(Move{.kind = MoveKind::pass});
  if (move.kind == MoveKind::stone) {
    line.place(move.point, cell::of(move.player));
  } else if (move.kind == MoveKind::step || move.kind == MoveKind::drop) {
    line.place(move.point, position.cells[move.point], move.kind == MoveKind::drop);
  }
  const bool places_all = move.kind == MoveKind::play || move.kind == MoveKind::swap;
  for (Point point = 0; point < position.cells.size(); ++point) {
    const std::uint8_t code = position.cells[point];
    if (line.now()[point] == code) continue;
    if (places_all && code != cell::kEmpty) {
      line.place(point, code);
    } else {
      line.set(point, code);
    }
  }
  rules.set_cells_behind(position, source, line);
  line.end_moment(cell::of(position.to_move), position.ply);
}

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

std::string GameRules::place_text(Point point, BoardSize size) const {
  return move_text({MoveKind::stone, Player::first, point}, size);
}

std::optional<Point> GameRules::find_named_point(std::string_view text, BoardSize size) const {
  for (Point point = 0; point < static_cast<Point>(size.area()); ++point) {
    if (same_but_case(text, place_text(point, size)) ||
        same_but_case(text, diagram_point(point, size))) {
      return point;
    }
  }
  return std::nullopt;
}

const GameTraits& traits_of(GameType game) {
  static constexpr GameTraits kUsual;
  const GameRules* const rules = find_rules(game);
  return rules == nullptr ? kUsual : rules->traits();
}

}  // namespace ludex
