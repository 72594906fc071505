#include "games/api/game_rules.hpp"

#include <utility>

namespace ludex {

bool GameRules::append_moments(std::span<const std::uint16_t>, BoardSize,
                               std::span<const std::uint32_t>, std::vector<std::uint64_t>&) const {
  return false;
}

KeyRange GameRules::key_range(const Position& position, const Known&) const {
  const PositionKey key = key_of(position);
  return {key, key};
}

std::span<const Orientation> GameRules::role_swaps(BoardSize size) const {
  return symmetries(size);
}

std::uint8_t GameRules::swapped(std::uint8_t code) const { return cell::swapped(code); }

bool GameRules::playable(BoardSize size) const {
  const auto fits = [&](int side) { return side >= traits_.min_side && side <= traits_.max_side; };
  return fits(size.width) && fits(size.height);
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

bool GameRules::are_plain_moves(std::span<const std::uint16_t>) const { return false; }

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

bool GameRules::stands_alike(const Position& one, const Position& other) const {
  return one.cells == other.cells;
}

bool GameRules::moves_tell_rest(bool) const { return identity().rest; }

std::string GameRules::sfen(const Position&) const { return {}; }

std::string GameRules::late_text(const Position&) const { return {}; }

std::optional<QueryPosition> GameRules::read_cgp(std::string_view) const { return std::nullopt; }

std::optional<std::string> GameRules::cgp_text(const Position&) const { return std::nullopt; }

std::optional<std::uint8_t> GameRules::find_cell(std::string_view symbol) const {
  if (symbol == "B") return cell::kFirst;
  if (symbol == "W") return cell::kSecond;
  return std::nullopt;
}

std::string_view GameRules::cell_text(std::uint8_t code) const {
  return code == cell::kFirst ? "B" : "W";
}

std::string GameRules::racks_text(const Position&) const { return "/"; }

bool GameRules::read_racks(std::string_view text, QueryPosition&) const { return text == "/"; }

std::array<std::uint32_t, 2> GameRules::scores(const Position&) const { return {0, 0}; }

std::string GameRules::opcodes_text(const Position&) const { return {}; }

bool GameRules::read_opcode(std::string_view, std::string_view, QueryPosition&) const {
  return false;
}

bool GameRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto move = parse_move(value, position);
  if (!move || move->kind != MoveKind::stone) return false;
  position.cells[move->point] = code;
  return true;
}

MarkRoom GameRules::mark_room(const PointRect&) const { return {}; }

std::string GameRules::diagram_point(Point point, BoardSize size) const {
  return move_text({MoveKind::stone, Player::first, point}, size);
}

const GameTraits& traits_of(GameType game) {
  static constexpr GameTraits kUsual;
  const GameRules* const rules = find_rules(game);
  return rules == nullptr ? kUsual : rules->traits();
}

}  // namespace ludex
