#include "games/hex/hex_rules.hpp"

#include "formats/sgf/sgf_game_evidence.hpp"

namespace ludex::hex {
namespace {

constexpr std::string_view kNames[] = {"hex"};
constexpr std::string_view kPrograms[] = {"HexGui", "Hex-benzene", "PlayHex", "HexWorld"};

// HexGui before 0.10 wrote swap-pieces where it meant swap-sides, and reads it so from files of
// "HexGui:0.x" with one digit. Only used where no move follows the swap to tell.
bool is_old_hexgui(std::string_view application) {
  constexpr std::string_view kName = "HexGui:0.";
  if (!application.starts_with(kName)) return false;
  const std::string_view minor = application.substr(kName.size());
  const auto is_digit = [&](std::size_t at) {
    return at < minor.size() && minor[at] >= '0' && minor[at] <= '9';
  };
  return is_digit(0) && !is_digit(1);
}

}  // namespace

void HexSgf::start(const SgfTree&, const SgfGame& game) {
  black_ = game.info.colors_exchanged ? Player::second : Player::first;
  style_ = PointStyle::none;
  is_old_hexgui_ = is_old_hexgui(game.info.application);
}

WrittenMove HexSgf::read_other_move(std::string_view value, BoardSize size) const {
  WrittenMove move = hex::read_move(value, size);
  move.is_sides_without_next = is_old_hexgui_;
  return move;
}

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

}  // namespace ludex::hex
