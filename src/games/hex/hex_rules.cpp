#include "games/hex/hex_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"
#include "games/hex/diagram.hpp"

namespace ludex::hex {
namespace {

constexpr std::string_view kNames[] = {"hex"};
constexpr std::string_view kPrograms[] = {"HexGui", "Hex-benzene", "PlayHex", "HexWorld"};

}  // namespace

HexRules::HexRules()
    : BoardRules(
          GameType::hex,
          {.name = "hex", .default_size = {11, 11}, .max_side = kMaxSide, .has_many_sizes = true},
          {.names = kNames,
           .programs = kPrograms,
           .little_golem_names = kNames,
           .max_side = kMaxSgfBoardSide,
           .has_swap = true,
           .has_current_position = true}) {}

// Little Golem's games without a mark of their own are Hex.
int HexRules::claim(const SgfEvidence& evidence) const {
  const SgfMoveStyle& style = evidence.style;
  if (style.swap) return 3;
  if (evidence.is_little_golem) return style.white_first || !style.any ? 3 : 1;
  return style.lower_digits && evidence.width != 19 ? 1 : 0;
}

bool HexRules::has_exchanged_colors(const SgfTree& tree, const GameInfo& info) const {
  if (info.declared_game && !is_little_golem(tree, info)) return false;
  const SgfMoveStyle style = style_of(tree);
  return style.white_first && !style.lower_digits;
}

std::span<const Orientation> HexRules::symmetries(BoardSize) const { return kSymmetries; }

std::span<const Orientation> HexRules::role_swaps(BoardSize) const { return kRoleSwaps; }

std::optional<Position> HexRules::after(const Position& position, const Move& move) const {
  const bool is_swap = move.kind == MoveKind::swap || move.kind == MoveKind::swap_sides;
  if (is_swap && !may_swap(position)) return std::nullopt;
  if (move.kind == MoveKind::swap_sides) return with_seats_exchanged(position, move);
  Board& board = board_of(position);
  if (move.kind == MoveKind::swap) {
    board.swap_pieces(move.player);
  } else if (move.kind == MoveKind::stone) {
    if (position.cells[move.point] != cell::kEmpty) return std::nullopt;
    board.play(move.player, move.point);
  }
  Position next = next_of(position, move);
  next.cells = board.cells();
  return next;
}

std::string HexRules::draw(const Position& position, const Diagram& diagram) const {
  return draw_slanted(position, diagram);
}

MarkRoom HexRules::mark_room(const PointRect&) const { return {2, 1}; }

std::string HexRules::point_name(Point point, BoardSize size) const {
  return point_text(point, size);
}

}  // namespace ludex::hex
