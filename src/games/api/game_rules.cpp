#include "games/api/game_rules.hpp"

#include "formats/sgf/sgf_rules.hpp"
#include "games/crossword/crossword_rules.hpp"
#include "games/go/go_rules.hpp"
#include "games/gomoku/gomoku_rules.hpp"
#include "games/hex/hex_rules.hpp"
#include "games/othello/othello_rules.hpp"
#include "games/shogi/shogi_rules.hpp"
#include "games/twixt/twixt_rules.hpp"

namespace ludex {

const SgfRules* find_sgf_rules(GameType game) {
  static const go::GoRules go_rules;
  static const othello::OthelloRules othello_rules;
  static const gomoku::GomokuRules gomoku_rules;
  static const hex::HexRules hex_rules;
  static const twixt::TwixtRules twixt_rules;
  switch (game) {
    case GameType::go:
      return &go_rules;
    case GameType::othello:
      return &othello_rules;
    case GameType::gomoku:
      return &gomoku_rules;
    case GameType::hex:
      return &hex_rules;
    case GameType::twixt:
      return &twixt_rules;
    default:
      return nullptr;
  }
}

const GameRules* find_rules(GameType game) {
  static const shogi::ShogiRules shogi_rules;
  static const crossword::CrosswordRules crossword_rules;
  if (game == GameType::shogi) return &shogi_rules;
  if (game == GameType::crossword) return &crossword_rules;
  return find_sgf_rules(game);
}

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

}  // namespace ludex
