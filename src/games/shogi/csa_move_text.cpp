#include "games/shogi/csa_move_text.hpp"

#include "formats/csa/csa_statement.hpp"
#include "games/shogi/cells.hpp"

namespace ludex::shogi {
namespace {

std::optional<Point> find_csa_point(std::string_view digits) {
  if (digits[0] == '0' || digits[1] == '0') return std::nullopt;
  return point_of(
      {static_cast<std::uint8_t>(digits[0] - '0'), static_cast<std::uint8_t>(digits[1] - '0')});
}

}  // namespace

std::optional<Move> parse_csa_move(std::string_view word, const Position& position) {
  const Player player = word[0] == '+' ? Player::first : Player::second;
  if (!is_csa_move(word) || player != position.to_move) return std::nullopt;
  const auto piece = *find_csa_piece(word.substr(5));
  const auto to = find_csa_point(word.substr(3, 2));
  if (!to) return std::nullopt;
  if (word.substr(1, 2) == "00") {
    if (static_cast<std::size_t>(piece) > kHandKinds) return std::nullopt;
    return Move{MoveKind::drop, player, *to, 0, static_cast<std::uint8_t>(piece), false};
  }
  const auto from = find_csa_point(word.substr(1, 2));
  if (!from) return std::nullopt;
  const Piece before = piece_of(position.cells[*from]);
  const bool promotes = can_promote(before) && promoted(before) == piece;
  if (before != piece && !promotes) return std::nullopt;
  return Move{MoveKind::step, player, *to, *from, 0, promotes};
}

}  // namespace ludex::shogi
