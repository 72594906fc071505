#include "games/shogi/cells.hpp"
#include "games/shogi/move_text.hpp"
#include "games/shogi/shogi_rules.hpp"

#include <fmt/format.h>

#include <array>
#include <string_view>

namespace ludex::shogi {
namespace {

/// The words and signs of a diagram.
struct Style {
  std::array<std::string_view, 16> pieces;
  std::array<std::string_view, kSide> files, ranks;
  std::string_view sente_hand, gote_hand, nothing;
};

constexpr Style kJapanese = {
    {"", "歩", "香", "桂", "銀", "金", "角", "飛", "玉", "と", "杏", "圭", "全", "", "馬", "龍"},
    {"１", "２", "３", "４", "５", "６", "７", "８", "９"},
    {"一", "二", "三", "四", "五", "六", "七", "八", "九"},
    "先手の持駒：",
    "後手の持駒：",
    "なし"};

constexpr Style kAscii = {
    {"", "P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "", "+B", "+R"},
    {"1", "2", "3", "4", "5", "6", "7", "8", "9"},
    {"a", "b", "c", "d", "e", "f", "g", "h", "i"},
    "Sente in hand: ",
    "Gote in hand: ",
    "nothing"};

std::string hand_text(const Style& style, const Hand& hand) {
  std::string text;
  for (const Piece piece : kHandOrder) {
    const unsigned count = hand[hand_kind(piece)];
    if (count == 0) continue;
    if (!text.empty()) text += ' ';
    text += style.pieces[static_cast<std::size_t>(piece)];
    if (count > 1) text += std::to_string(count);
  }
  return text.empty() ? std::string(style.nothing) : text;
}

/// A piece, with its owner's mark before it in the Japanese style.
std::string cell_picture(std::uint8_t code, bool ascii) {
  if (ascii) return fmt::format("{:>2}", code == cell::kEmpty ? "." : cell_letters(code));
  if (code == cell::kEmpty) return " ・";
  const bool is_gote = owner_of(code) == Player::second;
  return fmt::format("{}{}", is_gote ? 'v' : ' ', kJapanese.pieces[code & 15U]);
}

}  // namespace

std::string ShogiRules::draw(const Position& position, const Diagram& diagram) const {
  const bool ascii = diagram.ascii;
  const Style& style = ascii ? kAscii : kJapanese;
  const int marked = position.last_move ? static_cast<int>(position.last_move->point) : -2;
  std::string text =
      fmt::format("{}{}\n", style.gote_hand, hand_text(style, hands_of(position)[1]));
  for (std::size_t file = kSide; file-- > 0;) text += fmt::format("  {}", style.files[file]);
  text += '\n';
  for (int rank = 0; rank < kSide; ++rank) {
    for (int column = 0; column <= kSide; ++column) {
      const int point = rank * kSide + column;
      const bool closes = point == marked + 1 && column > 0;
      text += point == marked && column < kSide ? '(' : closes ? ')' : ' ';
      if (column == kSide) break;
      text += cell_picture(position.cells[static_cast<std::size_t>(point)], ascii);
    }
    text += fmt::format(" {}\n", style.ranks[static_cast<std::size_t>(rank)]);
  }
  return text + fmt::format("{}{}\n", style.sente_hand, hand_text(style, hands_of(position)[0]));
}

}  // namespace ludex::shogi
