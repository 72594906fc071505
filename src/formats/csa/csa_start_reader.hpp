#pragma once

#include "core/ascii.hpp"
#include "formats/csa/csa.hpp"
#include "formats/line_record.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex {

/// How many of each a set has: pawns, lances, knights, silvers, golds, bishops, rooks.
inline constexpr std::array<std::uint8_t, shogi::kHandKinds> kCsaSet = {18, 4, 4, 4, 4, 2, 2};

/// True if hands hold no more of a kind than a set has.
[[nodiscard]] constexpr bool is_of_one_set(const ShogiStart& start) {
  for (std::size_t kind = 0; kind < shogi::kHandKinds; ++kind) {
    if (start.hands[0][kind] + start.hands[1][kind] > kCsaSet[kind]) return false;
  }
  return true;
}

/// Builds the start position of a record from its "P" lines, in their order.
class CsaStartReader {
 public:
  explicit CsaStartReader(LineReports& reports) : reports_(reports) {}

  /// Reads "PI...", "P1..." to "P9...", "P+...", "P-...".
  /// \returns false if the statement is none of them.
  bool read(std::string_view statement) {
    if (statement.size() < 2) return false;
    const char kind = statement[1];
    const std::string_view rest = statement.substr(2);
    const bool is_list = trimmed_text(rest).empty() || is_digit(trimmed_text(rest).front());
    if (kind == 'I' && is_list) {
      read_even(rest);
    } else if (kind >= '1' && kind <= '9') {
      read_rank(number(kind), rest);
    } else if ((kind == '+' || kind == '-') && is_list) {
      read_pieces(kind == '+' ? Player::first : Player::second, rest);
    } else {
      return false;
    }
    found_ = true;
    return true;
  }

  [[nodiscard]] bool found() const { return found_; }
  /// What stands after "PI"; empty if nothing is removed, or there is no "PI".
  [[nodiscard]] std::string_view removed_pieces() const { return removed_pieces_; }

  /// Gives the position, an even one if none was read. The turn is left alone.
  void finish(ShogiStart& start) {
    if (!found_) board_ = even_board();
    start.pieces.clear();
    for (std::size_t rank = 1; rank <= kSide; ++rank) {
      for (std::size_t file = kSide; file >= 1; --file) {
        const Cell& cell = board_[cell_of(file, rank)];
        if (cell.piece == Piece::none) continue;
        start.pieces.push_back(
            {cell.owner,
             cell.piece,
             {static_cast<std::uint8_t>(file), static_cast<std::uint8_t>(rank)}});
      }
    }
    start.hands = hands_;
  }

  [[nodiscard]] int kings() const {
    return static_cast<int>(std::ranges::count(board_, Piece::king, &Cell::piece));
  }

  /// Pieces missing from an even start, both kings there: 0 is even; none: another position.
  [[nodiscard]] std::optional<int> missing_from_even() const {
    const Board& even = even_board();
    int missing = 0;
    for (std::size_t i = 0; i < even.size(); ++i) {
      if (board_[i] == even[i]) continue;
      if (board_[i].piece != Piece::none || even[i].piece == Piece::king) return std::nullopt;
      ++missing;
    }
    const bool has_hands = hands_ != decltype(hands_){};
    return has_hands ? std::nullopt : std::optional(missing);
  }

 private:
  using Piece = shogi::Piece;
  enum class Whole : std::uint8_t { none, even, ranks };
  struct Cell {
    Player owner = Player::first;
    Piece piece = Piece::none;
    friend bool operator==(const Cell&, const Cell&) = default;
  };
  using Board = std::array<Cell, 81>;

  static constexpr std::size_t kSide = shogi::kSide;
  static std::size_t cell_of(std::size_t file, std::size_t rank) {
    return (rank - 1) * kSide + file - 1;
  }
  static std::size_t hand_index(Piece piece) {
    return static_cast<std::size_t>(shogi::unpromoted(piece)) - 1;
  }
  static bool is_hand_kind(Piece piece) { return hand_index(piece) < shogi::kHandKinds; }
  static std::size_t number(char digit) { return static_cast<std::size_t>(digit - '0'); }

  /// Takes "22KA" off the front of a list, blanks before it too.
  static std::optional<std::string_view> take_item(std::string_view& list) {
    list = without_front(list, is_space_or_tab);
    if (list.size() < 4 || !is_digit(list[0]) || !is_digit(list[1])) return std::nullopt;
    const std::string_view item = list.substr(0, 4);
    list.remove_prefix(4);
    return item;
  }

  static const Board& even_board() {
    static const Board board = [] {
      constexpr std::array<Piece, kSide> kBackRank = {Piece::lance,  Piece::knight, Piece::silver,
                                                      Piece::gold,   Piece::king,   Piece::gold,
                                                      Piece::silver, Piece::knight, Piece::lance};
      Board even{};
      for (std::size_t file = 1; file <= kSide; ++file) {
        even[cell_of(file, 1)] = {Player::second, kBackRank[file - 1]};
        even[cell_of(file, 3)] = {Player::second, Piece::pawn};
        even[cell_of(file, 7)] = {Player::first, Piece::pawn};
        even[cell_of(file, 9)] = {Player::first, kBackRank[file - 1]};
      }
      even[cell_of(8, 2)] = {Player::second, Piece::rook};
      even[cell_of(2, 2)] = {Player::second, Piece::bishop};
      even[cell_of(8, 8)] = {Player::first, Piece::bishop};
      even[cell_of(2, 8)] = {Player::first, Piece::rook};
      return even;
    }();
    return board;
  }

  void read_even(std::string_view removed) {
    start_whole(Whole::even, removed);
    board_ = even_board();
    removed_pieces_ = trimmed_text(removed);
    while (const auto item = take_item(removed)) {
      remove(number((*item)[0]), number((*item)[1]), shogi::find_csa_piece(item->substr(2)), *item);
    }
    if (!trimmed_text(removed).empty()) {
      reports_.add(ProblemKind::bad_syntax, removed, "PI: not a square and a piece", "PI");
    }
  }

  /// File 9 comes first. Squares are told apart by their content, since some writers lose blanks.
  void read_rank(std::size_t rank, std::string_view squares) {
    start_whole(Whole::ranks, squares);
    if (std::exchange(rank_read_[rank], true)) {
      reports_.add(ProblemKind::duplicate_property, squares, fmt::format("P{} twice", rank), "P");
    }
    const std::string_view all = squares;
    std::size_t file = kSide;
    while (file > 0) {
      squares = without_front(squares, is_space_or_tab);
      if (squares.empty()) break;
      Cell& cell = board_[cell_of(file, rank)];
      cell = {};
      if (squares.front() == '*') {
        squares.remove_prefix(1);
      } else {
        const bool signed_piece = squares.front() == '+' || squares.front() == '-';
        const auto piece = shogi::find_csa_piece(squares.substr(1, 2));
        if (!signed_piece || !piece) break;
        cell = {squares.front() == '+' ? Player::first : Player::second, *piece};
        squares.remove_prefix(3);
      }
      --file;
    }
    if (file > 0) {
      reports_.add(ProblemKind::bad_syntax, all,
                   fmt::format("P{} has {} of 9 squares", rank, kSide - file), "P");
    } else if (!trimmed_text(squares).empty()) {
      reports_.add(ProblemKind::bad_syntax, squares,
                   fmt::format("P{} has more than 9 squares", rank), "P");
    }
  }

  void read_pieces(Player owner, std::string_view list) {
    while (const auto item = take_item(list)) {
      const std::size_t file = number((*item)[0]);
      const std::size_t rank = number((*item)[1]);
      const std::string_view name = item->substr(2);
      const auto piece = shogi::find_csa_piece(name);
      const bool in_hand = file == 0 && rank == 0;
      if (in_hand && name == "AL") {
        add_all_others(owner);
      } else if (!piece || (!in_hand && (file == 0 || rank == 0))) {
        reports_.add(ProblemKind::bad_syntax, *item, "not a square and a piece", "P+");
      } else if (in_hand) {
        add_to_hand(owner, *piece, *item);
      } else {
        place(owner, file, rank, *piece, *item);
      }
    }
    if (!trimmed_text(list).empty()) {
      reports_.add(ProblemKind::bad_syntax, list, "not a square and a piece", "P+");
    }
  }

  /// The text forbids "PI" together with ranks: what comes last counts.
  void start_whole(Whole whole, std::string_view at) {
    if (whole_ == whole && whole == Whole::ranks) return;
    if (whole_ != Whole::none) {
      reports_.add(ProblemKind::duplicate_property, at,
                   whole_ == whole ? "PI twice" : "PI together with ranks: the last ones count",
                   "P");
    }
    if (whole_ != Whole::none || whole == Whole::even) board_ = {};
    whole_ = whole;
  }

  /// By its square: some writers name another piece.
  void remove(std::size_t file, std::size_t rank, std::optional<Piece> piece, std::string_view at) {
    const bool on_board = file > 0 && rank > 0;
    const Piece there = on_board ? board_[cell_of(file, rank)].piece : Piece::none;
    if (there == Piece::none || there != piece) {
      reports_.add(ProblemKind::bad_point, at, "PI: this piece does not stand there", "PI");
    }
    if (on_board) board_[cell_of(file, rank)] = {};
  }

  void place(Player owner, std::size_t file, std::size_t rank, Piece piece, std::string_view at) {
    Cell& cell = board_[cell_of(file, rank)];
    if (cell.piece != Piece::none) {
      reports_.add(ProblemKind::occupied_point, at,
                   "two pieces on one square: the last one counts");
    }
    cell = {owner, piece};
  }

  void add_to_hand(Player owner, Piece piece, std::string_view at) {
    if (!is_hand_kind(piece)) {
      reports_.add(ProblemKind::bad_syntax, at, "a king in hand", "P+");
      return;
    }
    if (shogi::is_promoted(piece)) {
      reports_.add(ProblemKind::bad_syntax, at, "a promoted piece in hand: taken unpromoted", "P+");
    }
    const std::size_t kind = hand_index(piece);
    std::uint8_t& count = hands_[static_cast<std::size_t>(owner) - 1][kind];
    if (hands_[0][kind] + hands_[1][kind] >= kCsaSet[kind]) {
      reports_.add(ProblemKind::bad_number, at, "more of a kind in hand than there are", "hand");
      return;
    }
    ++count;
  }

  void add_all_others(Player owner) {
    std::array<int, shogi::kHandKinds> placed{};
    for (const Cell& cell : board_) {
      if (cell.piece != Piece::none && is_hand_kind(cell.piece)) ++placed[hand_index(cell.piece)];
    }
    auto& hand = hands_[static_cast<std::size_t>(owner) - 1];
    for (std::size_t kind = 0; kind < shogi::kHandKinds; ++kind) {
      const int left = kCsaSet[kind] - placed[kind] - hands_[0][kind] - hands_[1][kind];
      if (left > 0) hand[kind] = static_cast<std::uint8_t>(hand[kind] + left);
    }
  }

  LineReports& reports_;
  Board board_{};
  std::array<std::array<std::uint8_t, shogi::kHandKinds>, 2> hands_{};
  std::array<bool, 10> rank_read_{};
  Whole whole_ = Whole::none;
  bool found_ = false;
  std::string_view removed_pieces_;
};

}  // namespace ludex
