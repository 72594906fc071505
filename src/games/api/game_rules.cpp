#include "games/api/game_rules.hpp"

#include "core/ascii.hpp"

#include <utility>

namespace ludex {

void GameRules::read_line(const LineSource& source, CellLine& line) const {
  line.start(source.size, static_cast<std::size_t>(source.size.area()) + extra_cells(source),
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
    if (line.now(point) == code) continue;
    if (places_all && code != cell::kEmpty) {
      line.place(point, code);
    } else {
      line.set(point, code);
    }
  }
  rules.set_extra_cells(position, source, line);
  line.end_moment(cell::of(position.to_move), position.ply);
}

std::size_t hash_of(const Move& move) {
  const std::uint64_t board = std::uint64_t{move.point} << 32 | move.from;
  const std::uint64_t rest = static_cast<std::uint64_t>(move.kind) << 24 |
                             static_cast<std::uint64_t>(move.player) << 16 |
                             std::uint64_t{move.piece} << 8 | std::uint64_t{move.promotes};
  const std::uint64_t mixed =
      (board ^ move.detail.hash() ^ rest << 17 ^ rest) * 0x9E37'79B9'7F4A'7C15;
  return static_cast<std::size_t>(mixed >> 32);
}

std::vector<BoardPoint> points_of(const Move& move, BoardSize size) {
  const auto at = [&](Point point) {
    const int place = static_cast<int>(point);
    return BoardPoint{place % size.width, place / size.width};
  };
  switch (move.kind) {
    case MoveKind::stone:
    case MoveKind::drop:
    case MoveKind::play:
      return {at(move.point)};
    case MoveKind::step:
      return {at(move.from), at(move.point)};
    default:
      return {};
  }
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

std::optional<MovePlace> GameRules::place_of(const Move& move, BoardSize) const {
  if (move.kind == MoveKind::step) return MovePlace{move.point, move.from};
  const bool has_point = move.kind == MoveKind::stone || move.kind == MoveKind::drop;
  return has_point ? std::optional(MovePlace{move.point, move.point}) : std::nullopt;
}

std::string GameRules::move_text(const Move& move, BoardSize size, Notation notation) const {
  const bool has_point = move.kind == MoveKind::stone && move.detail.empty();
  const bool is_for_players = notation == Notation::board || notation == Notation::japanese;
  if (has_point && is_for_players) return diagram_point(move.point, size);
  if (has_point && notation == Notation::sgf && traits_.has_letter_points) {
    const auto letter = [](Point value) {
      return static_cast<char>(value < 26 ? 'a' + value : 'A' + value - 26);
    };
    const auto width = static_cast<Point>(size.width);
    return {letter(move.point % width), letter(move.point / width)};
  }
  return move_text(move, size);
}

bool GameRules::shows_before(const Move& one, const Move& other, BoardSize size,
                             Notation notation) const {
  const bool is_for_players = notation == Notation::board || notation == Notation::japanese;
  if (!is_for_players || !traits_.begins_at_right) return reads_before(one, other);
  const auto width = static_cast<Point>(size.width);
  const auto from_right = [width](const Move& move) {
    return std::pair(width - 1 - move.point % width, move.point / width);
  };
  return from_right(one) < from_right(other);
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
