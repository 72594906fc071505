#pragma once

#include "core/shogi.hpp"
#include "formats/csa/csa.hpp"
#include "formats/kif/kif_words.hpp"
#include "formats/line_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Builds the start position of a record of KIF from 手合割, a diagram, hands and a turn.
class KifStartReader {
 public:
  explicit KifStartReader(LineReports& reports) : reports_(reports) {}

  /// The value of 手合割, without blanks around it.
  void read_handicap(std::string_view name) {
    handicap_ = name.substr(0, name.find('#'));
    handicap_at_ = name;
  }

  /// A line of a diagram, "| ・v香 玉 ... |一".
  void read_rank(std::string_view line) {
    if (ranks_ == 0) at_ = line;
    std::string_view cells = line.substr(1);
    std::size_t rank = ranks_++;
    Board::value_type read{};
    std::size_t file = kSide;
    while (file > 0 && take_cell(cells, read[file - 1])) --file;
    if (file > 0) {
      reports_.add(ProblemKind::bad_syntax, line,
                   fmt::format("a rank of the diagram has {} of 9 squares", kSide - file),
                   "diagram");
    }
    cells.remove_prefix(std::min(cells.find('|'), cells.size()));
    if (!cells.empty()) cells.remove_prefix(1);
    if (const auto named = take_kif_rank(cells)) rank = *named - 1U;
    if (rank < kSide) board_[rank] = read;
  }

  /// What a player has in hand: "飛　角二　歩十七", "なし".
  void read_hand(Player owner, std::string_view list) {
    has_hands_ = true;
    std::string_view rest = trimmed_kif(list);
    if (rest.starts_with("なし")) return;
    auto& hand = hands_[static_cast<std::size_t>(owner) - 1];
    while (!rest.empty()) {
      const std::string_view item = rest;
      const auto piece = take_kif_piece(rest);
      const auto kind = static_cast<std::size_t>(piece.value_or(Piece::king)) - 1;
      if (kind >= shogi::kHandKinds) {
        reports_.add(ProblemKind::bad_syntax, item, "no piece that can be in hand", "hand");
        return;
      }
      const int count = take_kif_count(rest).value_or(1);
      if (hand[kind] + count > kMostOfAKind) {
        reports_.add(ProblemKind::bad_number, item, "more of a kind in hand than there are",
                     "hand");
        return;
      }
      hand[kind] = static_cast<std::uint8_t>(hand[kind] + count);
      skip_kif_blanks(rest);
    }
  }

  void read_turn(Player player) { turn_ = player; }
  [[nodiscard]] bool has_turn() const { return turn_.has_value(); }
  /// A diagram, or what belongs to one.
  [[nodiscard]] bool found() const { return ranks_ > 0 || !handicap_.empty() || turn_; }
  [[nodiscard]] bool has_diagram() const { return ranks_ > 0; }
  [[nodiscard]] const std::string& handicap() const { return handicap_; }

  /// Gives the position.
  /// \param first_mark  who makes the first move, by its mark
  void finish(std::optional<Player> first_mark, ShogiStart& start) {
    const KifHandicap* const named = find_kif_handicap(handicap_);
    bool by_diagram = ranks_ > 0;
    if (by_diagram && ranks_ < kSide) {
      reports_.add(ProblemKind::bad_syntax, at_,
                   fmt::format("the diagram has {} of 9 ranks: it does not count", ranks_),
                   "diagram");
      by_diagram = false;
    }
    if (!by_diagram && !handicap_.empty() && named == nullptr && !is_word_for_diagram()) {
      reports_.add(ProblemKind::bad_handicap, handicap_at_, handicap_);
    }
    if (!by_diagram) {
      board_ = board_of(named == nullptr ? kEvenRanks : named->sfen);
      hands_ = {};
    }
    const bool giver_begins = !by_diagram && named != nullptr && named->pieces > 0;
    start.to_move =
        turn_.value_or(first_mark.value_or(giver_begins ? Player::second : Player::first));
    if (giver_begins) start.to_move = Player::second;
    start.hands = hands_;
    add_pieces(start);
  }

  [[nodiscard]] int kings() const {
    int kings = 0;
    for (const auto& rank : board_) {
      kings += static_cast<int>(std::ranges::count(rank, Piece::king, &Cell::piece));
    }
    return kings;
  }

  /// The handicap that stands on the board, whatever the record calls it; null: another position.
  [[nodiscard]] const KifHandicap* standing_handicap() const {
    if (hands_ != decltype(hands_){}) return nullptr;
    const Board even = board_of(kEvenRanks);
    if (!std::equal(board_.begin() + 2, board_.end(), even.begin() + 2)) return nullptr;
    return find_kif_handicap_of(rank_text(0) + "/" + rank_text(1));
  }

 private:
  using Piece = shogi::Piece;
  struct Cell {
    Player owner = Player::first;
    Piece piece = Piece::none;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  static constexpr std::size_t kSide = shogi::kSide;
  using Board = std::array<std::array<Cell, kSide>, kSide>;  ///< [rank - 1][file - 1]
  static constexpr int kMostOfAKind = 18;
  static constexpr std::string_view kEvenRanks = "lnsgkgsnl/1r5b1";

  /// The diagram decides: "その他", mating problems.
  [[nodiscard]] bool is_word_for_diagram() const {
    return handicap_ == "その他" || handicap_ == "詰将棋" || handicap_ == "トンボ";
  }

  static bool take_cell(std::string_view& text, Cell& cell) {
    cell = {};
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    if (!text.empty() && (text.front() == 'v' || text.front() == 'V' || text.front() == '^')) {
      cell.owner = text.front() == '^' ? Player::first : Player::second;
      text.remove_prefix(1);
    }
    if (const auto piece = take_kif_piece(text)) {
      cell.piece = *piece;
      return true;
    }
    for (const std::string_view empty : {"・", "．", "　", "･", "."}) {
      if (!text.starts_with(empty)) continue;
      text.remove_prefix(empty.size());
      return true;
    }
    return false;
  }

  static std::optional<Piece> piece_of_letter(char letter) {
    constexpr std::string_view kLetters = " plnsgbrk";
    const auto at = kLetters.find(letter);
    return at == kLetters.npos || at == 0 ? std::nullopt : std::optional(static_cast<Piece>(at));
  }

  static char letter_of(const Cell& cell) {
    constexpr std::string_view kLetters = " plnsgbrk";
    const auto kind = static_cast<std::size_t>(cell.piece);
    return cell.owner == Player::first || kind >= kLetters.size() ? '?' : kLetters[kind];
  }

  /// An even start but for the first two ranks.
  static Board board_of(std::string_view ranks) {
    Board board{};
    std::size_t rank = 0;
    std::size_t file = kSide;
    for (const char c : ranks) {
      if (c == '/') {
        ++rank;
        file = kSide;
      } else if (is_digit(c)) {
        file -= static_cast<std::size_t>(c - '0');
      } else {
        board[rank][--file] = {Player::second, *piece_of_letter(c)};
      }
    }
    constexpr std::string_view kBack = "lnsgkgsnl";
    for (std::size_t i = 0; i < kSide; ++i) {
      board[2][i] = {Player::second, Piece::pawn};
      board[6][i] = {Player::first, Piece::pawn};
      board[8][i] = {Player::first, *piece_of_letter(kBack[i])};
    }
    board[7][7] = {Player::first, Piece::bishop};
    board[7][1] = {Player::first, Piece::rook};
    return board;
  }

  [[nodiscard]] std::string rank_text(std::size_t rank) const {
    std::string text;
    int empty = 0;
    for (std::size_t file = kSide; file-- > 0;) {
      const Cell& cell = board_[rank][file];
      if (cell.piece == Piece::none) {
        ++empty;
        continue;
      }
      if (empty > 0) text += std::to_string(std::exchange(empty, 0));
      text += letter_of(cell);
    }
    if (empty > 0) text += std::to_string(empty);
    return text;
  }

  void add_pieces(ShogiStart& start) const {
    start.pieces.clear();
    for (std::size_t rank = 0; rank < kSide; ++rank) {
      for (std::size_t file = kSide; file-- > 0;) {
        const Cell& cell = board_[rank][file];
        if (cell.piece == Piece::none) continue;
        start.pieces.push_back(
            {cell.owner,
             cell.piece,
             {static_cast<std::uint8_t>(file + 1), static_cast<std::uint8_t>(rank + 1)}});
      }
    }
  }

  LineReports& reports_;
  Board board_{};
  std::array<std::array<std::uint8_t, shogi::kHandKinds>, 2> hands_{};
  std::string handicap_;
  std::string_view handicap_at_;
  std::optional<Player> turn_;
  std::size_t ranks_ = 0;
  bool has_hands_ = false;
  std::string_view at_;
};

}  // namespace ludex
