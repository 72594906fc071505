#pragma once

#include "games/api/othello_flips.hpp"
#include "games/board/board_base.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ludex::othello {

inline constexpr int kMinSide = 4;
inline constexpr int kMaxSide = 26;

/// A moment of Othello: whose turn it is follows from who can move.
struct OthelloTurn : Turn {
  Player by_rule = Player::first;

  [[nodiscard]] Player to_move(const std::optional<Move>& next_move, Player) const {
    if (forced != 0) return static_cast<Player>(forced);
    return next_move ? next_move->player : by_rule;
  }
};

/// The four squares in the middle and their discs at the start: black e4 d5, white d4 e5. On odd
/// sides the middle is the one towards the top left.
struct StartDisc {
  Point point;
  std::uint8_t cell;
};
[[nodiscard]] std::array<StartDisc, 4> start_discs(BoardSize size);

/// An Othello board that executes every recorded move: a disc that flips nothing is put down all
/// the same, also in place of another one, and flips nothing. Keeps the hashes of all symmetries up
/// to date. Points are row * width + column, from the top left (a1). Up to 8x8 flips come from sets
/// of squares, on larger boards from walking along the lines. Memory: 6 KiB, a table of 64 bytes a
/// point, and the journal.
class Board : public BoardBase<> {
 public:
  static constexpr BoardFeatures kFeatures{};

  /// Lays out the four discs of the start. \pre each side in [4, 26]
  void reset(BoardSize size);

  Faults play(Player player, Point point);
  /// Setup: puts a disc, or clears the point, and flips nothing. Returns whether that changed
  /// anything.
  bool set(Point point, std::uint8_t cell);
  [[nodiscard]] BoardSize size() const { return table_->size(); }
  [[nodiscard]] std::uint8_t at(Point point) const { return cell_at(index_[point]); }
  [[nodiscard]] PositionKey key() const { return table_->key(hash_); }
  /// Cost: looks for moves.
  [[nodiscard]] OthelloTurn turn() const;
  /// Fills in what stands on the board.
  void describe(Position& position) const;
  void add_to(MomentHash& hash) const;
  /// Black, or White where only White can move.
  [[nodiscard]] Player first_player() const;
  /// Who moved last; none at the start.
  [[nodiscard]] std::optional<Player> last_mover() const;

  /// True if the point is empty and a disc there would flip something.
  [[nodiscard]] bool can_play(Player player, Point point) const;
  /// The same, and what it would flip is remembered for play().
  [[nodiscard]] bool prepare(Player player, Point point) {
    const unsigned index = index_[point];
    if (!is_small_) return can_play(player, point);
    if (!is_empty_square(index)) return false;
    prepared_ = {squares_to_flip(index, cell::of(player)), static_cast<std::uint16_t>(index),
                 cell::of(player)};
    return prepared_.flips != 0;
  }
  [[nodiscard]] bool can_move(Player player) const;
  /// The opponent of who moved last; the same player again where only he can move.
  [[nodiscard]] Player next_player() const;
  /// How many discs a player has.
  [[nodiscard]] int count(Player player) const;

  void undo_to(const Mark& mark);

 private:
  struct Prepared {
    Squares flips = 0;
    std::uint16_t index = 0;
    std::uint8_t own = 0;  // 0: nothing is prepared
  };

  void lay_out(BoardSize size);
  void change(unsigned index, std::uint8_t cell);
  bool put_and_flip_squares(unsigned index, std::uint8_t own);
  bool put_and_flip_lines(unsigned index, std::uint8_t own);
  void note_flips(unsigned index, Squares flips, std::uint8_t before);
  [[nodiscard]] Squares squares_to_flip(unsigned index, std::uint8_t own) const {
    return flips_of(index, discs_[own - 1U], discs_[2U - own]);
  }
  [[nodiscard]] bool is_empty_square(unsigned index) const {
    return ((discs_[0] | discs_[1]) >> index & 1) == 0;
  }
  [[nodiscard]] std::uint8_t cell_at(unsigned index) const {
    if (!is_small_) return cells_[index];
    return static_cast<std::uint8_t>((discs_[0] >> index & 1) | (discs_[1] >> index & 1) << 1);
  }
  [[nodiscard]] bool flips_line(unsigned index, int step, std::uint8_t own) const;
  void note(unsigned index, std::uint8_t before) {
    BoardBase::note({static_cast<std::uint16_t>(index), before});
  }

  // Where a point is kept: on boards of up to 8x8 its square in two sets, on larger ones a cell.
  // Cells stand in rows of width + 1 with one row more above and below, so that every point has
  // eight neighbours; what lies between the rows is the border of both.
  static constexpr std::size_t kMaxCells = std::size_t{kMaxSide + 1} * (kMaxSide + 2) + 1;
  static constexpr std::uint8_t kBorder = 3;

  SymmetricHash hash_;
  SymmetricHash start_hash_;
  bool is_small_ = true;
  std::array<Squares, 2> discs_{};  // of each player, on small boards
  std::array<Squares, 2> start_discs_{};
  Squares squares_of_board_ = 0;
  std::vector<SymmetricHash> flip_;  // by index: what turning a disc over does to the hash
  std::array<std::uint8_t, kMaxCells> cells_{};  // on large boards
  std::array<std::uint8_t, kMaxCells> start_cells_{};
  std::array<std::uint16_t, kMaxCells> point_{};                         // by index
  std::array<std::uint16_t, std::size_t{kMaxSide} * kMaxSide> index_{};  // by point
  std::array<int, 8> steps_{};
  std::size_t cell_count_ = 0;
  Prepared prepared_;
  std::shared_ptr<const KeyTable> table_;
};

}  // namespace ludex::othello
