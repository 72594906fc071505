#include "formats/shogi/shogi_start.hpp"

#include "core/ascii.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/shogi/shogi_game.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace ludex {
namespace {

using shogi::kSide;
using shogi::Piece;

constexpr std::string_view kLetters = " plnsgbrk";
constexpr std::string_view kOwnHalf = "/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL";
constexpr std::uint8_t kMostOfAKind = 18;

std::string letters_of(Player owner, Piece piece) {
  std::string text = shogi::is_promoted(piece) ? "+" : "";
  const char letter = kLetters[static_cast<std::size_t>(shogi::unpromoted(piece))];
  text += owner == Player::first ? to_upper(letter) : letter;
  return text;
}

std::optional<Piece> piece_of_letter(char letter) {
  const auto at = kLetters.find(to_lower(letter));
  return at == kLetters.npos || at == 0 ? std::nullopt : std::optional(static_cast<Piece>(at));
}

Player owner_of_letter(char letter) { return is_upper(letter) ? Player::first : Player::second; }

std::string read_rank(std::string_view text, int rank, ShogiStart& start) {
  int file = kSide;
  while (!text.empty()) {
    if (text.front() >= '1' && text.front() <= '9') {
      file -= text.front() - '0';
      text.remove_prefix(1);
      continue;
    }
    const bool promotes = text.front() == '+';
    if (promotes) text.remove_prefix(1);
    const auto piece = text.empty() ? std::nullopt : piece_of_letter(text.front());
    if (!piece || (promotes && !shogi::can_promote(*piece))) {
      return fmt::format("rank {} holds what is no piece", rank);
    }
    if (file > 0) {
      start.pieces.push_back({owner_of_letter(text.front()),
                              promotes ? shogi::promoted(*piece) : *piece,
                              {static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)}});
    }
    --file;
    text.remove_prefix(1);
  }
  if (file == 0) return {};
  return fmt::format("rank {} is {} squares wide, expected 9", rank, kSide - file);
}

std::string read_board(std::string_view text, ShogiStart& start) {
  int ranks = 0;
  for (bool more = true; more;) {
    const auto end = std::min(text.find('/'), text.size());
    more = end < text.size();
    if (++ranks > kSide) break;
    if (std::string why = read_rank(text.substr(0, end), ranks, start); !why.empty()) return why;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (ranks == kSide) return {};
  return ranks > kSide ? "the board has more than 9 ranks"
                       : fmt::format("the board has {} ranks, expected 9", ranks);
}

std::string read_hands(std::string_view text, ShogiStart& start) {
  if (text == "-") return {};
  while (!text.empty()) {
    int count = 0;
    std::size_t digits = 0;
    while (digits < text.size() && digits < 3 && is_digit(text[digits])) {
      count = count * 10 + (text[digits++] - '0');
    }
    if (digits == 0) count = 1;
    text.remove_prefix(digits);
    const auto piece = text.empty() ? std::nullopt : piece_of_letter(text.front());
    if (!piece || *piece == Piece::king) return "the hands hold what is no piece";
    std::uint8_t& held = start.hands[owner_of_letter(text.front()) == Player::first ? 0 : 1]
                                    [static_cast<std::size_t>(*piece) - 1];
    if (count == 0 || held + count > kMostOfAKind) {
      return "the hands hold more of a kind than there are";
    }
    held = static_cast<std::uint8_t>(held + count);
    text.remove_prefix(1);
  }
  return {};
}

std::string hands_text(const ShogiStart& start) {
  // Rook, bishop, gold, silver, knight, lance, pawn, as USI has them.
  constexpr std::array<std::size_t, shogi::kHandKinds> kOrder = {6, 5, 4, 3, 2, 1, 0};
  std::string text;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    for (const std::size_t kind : kOrder) {
      const int count = start.hands[seat][kind];
      if (count == 0) continue;
      if (count > 1) text += std::to_string(count);
      text += letters_of(seat == 0 ? Player::first : Player::second, static_cast<Piece>(kind + 1));
    }
  }
  return text.empty() ? "-" : text;
}

}  // namespace

void set_shogi_handicap(std::string_view name, ShogiStart& start) {
  const KifHandicap* const handicap = find_kif_handicap(name);
  const std::string board = std::string(handicap->sfen) + std::string(kOwnHalf);
  (void)read_sfen_start(board, handicap->pieces > 0 ? "w" : "b", "-", start);
}

std::string sfen_of(const ShogiStart& start) {
  std::array<std::array<std::string, kSide>, kSide> cells;
  for (const ShogiPiece& piece : start.pieces) {
    cells[piece.square.rank - 1U][static_cast<std::size_t>(kSide - piece.square.file)] =
        letters_of(piece.owner, piece.piece);
  }
  std::string text;
  for (std::size_t rank = 0; rank < cells.size(); ++rank) {
    if (rank > 0) text += '/';
    int empty = 0;
    for (const std::string& cell : cells[rank]) {
      if (cell.empty()) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(empty);
      empty = 0;
      text += cell;
    }
    if (empty > 0) text += std::to_string(empty);
  }
  return fmt::format("{} {} {}", text, start.to_move == Player::first ? 'b' : 'w',
                     hands_text(start));
}

std::string read_sfen_start(std::string_view board, std::string_view side, std::string_view hands,
                            ShogiStart& start) {
  start.pieces.clear();
  start.hands = {};
  start.to_move = side == "w" ? Player::second : Player::first;
  if (std::string why = read_board(board, start); !why.empty()) return why;
  if (side != "b" && side != "w") return "the side to move is b or w";
  return read_hands(hands, start);
}

void name_shogi_start(ShogiGame& game) {
  const std::string sfen = sfen_of(game.start);
  const std::size_t board = sfen.find(kOwnHalf);
  const bool is_plain = board != std::string::npos && sfen.ends_with(" -");
  const KifHandicap* const standing =
      is_plain ? find_kif_handicap_of(std::string_view(sfen).substr(0, board)) : nullptr;
  const bool is_handicap = standing != nullptr && standing->pieces > 0;
  const bool has_name =
      standing != nullptr && game.start.to_move == (is_handicap ? Player::second : Player::first);
  game.handicap = has_name ? std::string(standing->name) : std::string();
  if (is_handicap) game.info.handicap = standing->pieces;
  const auto kings = std::ranges::count(game.start.pieces, Piece::king, &ShogiPiece::piece);
  const bool has_move =
      std::ranges::any_of(game.nodes, [](const ShogiNode& node) { return !node.is_end; });
  if (kings < 2) {
    game.info.kind = GameKind::problem;
  } else if (!has_move && standing == nullptr) {
    game.info.kind = GameKind::position;
  }
}

void reset_shogi_game(ShogiGame& game) {
  reset_shogi(game.info, game.start);
  game.handicap.clear();
  game.start_word.clear();
  game.diagram_turn = false;
  game.headers.clear();
  game.nodes.clear();
  game.start_comment.clear();
  game.start_bookmark.clear();
  game.first_number = 1;
  game.notation = ShogiNotation::japanese;
}

}  // namespace ludex
