#include "games/shogi/move_text.hpp"

#include "games/shogi/cells.hpp"

#include <algorithm>

namespace ludex::shogi {
namespace {

constexpr std::array<std::string_view, kCellCodes> kLetters = {
    "", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "", "+B", "+R",
    "", "p", "l", "n", "s", "g", "b", "r", "k", "+p", "+l", "+n", "+s", "", "+b", "+r"};

std::optional<Point> find_usi_point(std::string_view text) {
  if (text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i') return std::nullopt;
  return point_of(
      {static_cast<std::uint8_t>(text[0] - '0'), static_cast<std::uint8_t>(text[1] - 'a' + 1)});
}

std::string point_text(Point point) {
  const Square square = square_of(point);
  return {static_cast<char>('0' + square.file), static_cast<char>('a' + square.rank - 1)};
}

std::optional<Point> find_csa_point(std::string_view digits) {
  if (digits[0] == '0' || digits[1] == '0') return std::nullopt;
  return point_of(
      {static_cast<std::uint8_t>(digits[0] - '0'), static_cast<std::uint8_t>(digits[1] - '0')});
}

}  // namespace

std::string_view cell_letters(std::uint8_t code) { return kLetters[code]; }

std::optional<std::uint8_t> find_cell(std::string_view letters) {
  const auto found = std::find(kLetters.begin(), kLetters.end(), letters);
  if (letters.empty() || found == kLetters.end()) return std::nullopt;
  return static_cast<std::uint8_t>(found - kLetters.begin());
}

std::string usi_text(const Move& move) {
  if (move.kind == MoveKind::drop) {
    return std::string(kLetters[move.piece]) + "*" + point_text(move.point);
  }
  return point_text(move.from) + point_text(move.point) + (move.promotes ? "+" : "");
}

std::optional<Move> parse_usi(std::string_view text, Player player) {
  const bool promotes = text.size() == 5 && text[4] == '+';
  if (text.size() != 4 && !promotes) return std::nullopt;
  const auto to = find_usi_point(text.substr(2, 2));
  if (!to) return std::nullopt;
  if (text[1] == '*') {
    const auto piece = find_cell(text.substr(0, 1));
    if (!piece || *piece > kHandKinds || promotes) return std::nullopt;
    return Move{MoveKind::drop, player, *to, 0, *piece, false};
  }
  const auto from = find_usi_point(text.substr(0, 2));
  if (!from) return std::nullopt;
  return Move{MoveKind::step, player, *to, *from, 0, promotes};
}

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
