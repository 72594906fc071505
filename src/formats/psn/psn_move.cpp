#include "core/ascii.hpp"
#include "formats/psn/psn.hpp"

#include <algorithm>
#include <string_view>

namespace ludex {
namespace {

using shogi::Piece;

bool is_file(char c) { return c >= '1' && c <= '9'; }
bool is_rank(char c) { return c >= 'a' && c <= 'i'; }

bool take(std::string_view& text, char c) {
  if (text.empty() || text.front() != c) return false;
  text.remove_prefix(1);
  return true;
}

bool take_piece(std::string_view& text, ShogiMove& move) {
  constexpr std::string_view kLetters = " PLNSGBRK";
  const bool promoted = take(text, '+');
  const auto at = text.empty() ? kLetters.npos : kLetters.find(text.front());
  if (at == kLetters.npos || at == 0) return false;
  move.piece = static_cast<Piece>(at);
  if (promoted && !shogi::can_promote(move.piece)) return false;
  if (promoted) move.piece = shogi::promoted(move.piece);
  text.remove_prefix(1);
  return true;
}

std::uint8_t take_file(std::string_view& text) {
  if (text.empty() || !is_file(text.front())) return 0;
  const auto file = static_cast<std::uint8_t>(text.front() - '0');
  text.remove_prefix(1);
  return file;
}
std::uint8_t take_rank(std::string_view& text) {
  if (text.empty() || !is_rank(text.front())) return 0;
  const auto rank = static_cast<std::uint8_t>(text.front() - 'a' + 1);
  text.remove_prefix(1);
  return rank;
}

std::optional<shogi::Square> take_square(std::string_view& text) {
  if (text.size() < 2 || !is_file(text[0]) || !is_rank(text[1])) return std::nullopt;
  const std::uint8_t file = take_file(text);
  return shogi::Square{file, take_rank(text)};
}

bool take_suffix(std::string_view text, ShogiMove& move) {
  if (take(text, '+')) {
    move.promotes = true;
  } else if (take(text, '=')) {
    move.stays = true;
  }
  return text.find_first_not_of("!?~,.;+#") == text.npos;
}

/// What stands after the origin.
bool take_destination(std::string_view text, ShogiMove& move, shogi::Square written) {
  const bool captures = take(text, 'x');
  if (captures || take(text, '-')) {
    const auto to = take_square(text);
    if (to && written.file != 0 && written.rank != 0) {
      move.from = written;
    } else {
      move.from_file = written.file;
      move.from_rank = written.rank;
    }
    move.finds_to = !to;
    move.to = to.value_or(shogi::Square{});
    return (to || captures) && take_suffix(text, move);
  }
  if (written.file != 0 && written.rank != 0) {
    move.to = written;
    return take_suffix(text, move);
  }
  const auto to = take_square(text);
  if (!to) return false;
  move.from_file = written.file;
  move.from_rank = written.rank;
  move.to = *to;
  return take_suffix(text, move);
}

}  // namespace

bool read_psn_move(std::string_view word, ShogiMove& move) {
  move = {};
  if (take(word, 'x')) {
    move.finds_to = true;
    if (!take_piece(word, move)) return false;
    move.from_file = take_file(word);
    move.from_rank = take_rank(word);
    return take_suffix(word, move);
  }
  if (!take_piece(word, move)) return false;
  if (take(word, '*') || take(word, '\'')) {
    move.drops = true;
    const auto to = take_square(word);
    if (!to || shogi::is_promoted(move.piece) || move.piece == Piece::king) return false;
    move.to = *to;
    return take_suffix(word, move);
  }
  // "G65b" and "Gg6h": what stands before the square is a part of the origin.
  shogi::Square written{take_file(word), 0};
  written.rank = take_rank(word);
  return take_destination(word, move, written);
}

}  // namespace ludex
