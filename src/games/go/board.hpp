#pragma once

#include "games/board/board_base.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ludex::go {

inline constexpr int kMaxSide = 52;  // SGF FF[4] has letters for no larger Go board

struct GoTurn : Turn {
  static constexpr std::uint16_t kNone = 0xFFFF;
  std::uint16_t only_taken = kNone;  ///< the single stone that the last move took

  void end_move(Player player, Last what) {
    Turn::end_move(player, what);
    only_taken = kNone;
  }
  void set_up() {
    Turn::set_up();
    only_taken = kNone;
  }
};

/// A Go board that executes every recorded move, as FF[4] demands: a stone goes down even on
/// another, enemy chains without liberties go up, then the own one if it has none; setup takes
/// nothing. Keeps the hashes of all symmetries up to date. Points are row * width + column.
///
/// Stones of a chain form a ring; a chain counts its liberties once per neighbouring stone, which
/// is cheap to keep and zero at the same time. A move costs some nanoseconds; a move on a stone the
/// length of its chain; the first move after clearing points the size of the board. Memory: 9 bytes
/// a point, and the journal.
class Board : public BoardBase<GoTurn> {
 public:
  static constexpr BoardFeatures kFeatures{.takes_chains = true};

  /// Empties the board. \pre each side in [1, 52]
  void reset(BoardSize size);

  Faults play(Player player, Point point);
  /// Setup: puts a stone, or clears the point. Returns whether that changed anything.
  bool set(Point point, std::uint8_t cell);
  [[nodiscard]] BoardSize size() const { return table_->size(); }
  [[nodiscard]] std::uint8_t at(Point point) const { return cells_[index_[point]]; }
  [[nodiscard]] PositionKey key() const { return table_->key(hash_); }
  /// Which chains the last move took: bits 0 to 3 that above, left, right, below the stone; bit 4
  /// its own.
  [[nodiscard]] std::uint8_t taken_sides() const { return taken_sides_; }
  [[nodiscard]] std::vector<std::uint8_t> cells() const;
  /// In the board's own order, borders included.
  void add_to(MomentHash& hash) const { hash.add({cells_.data(), cell_count_}); }
  /// Writes the game and the contents of the board.
  void describe(Position& position) const;
  /// Black, or White where several black stones and no white one are set up (handicap).
  [[nodiscard]] Player first_player() const;

  void undo_to(const Mark& mark);

  /// Recounts every chain and hash the slow way: for asserts and tests.
  [[nodiscard]] bool is_consistent() const;

 private:
  struct Link {
    std::uint16_t chain = 0;  // index of the chain's name-giving stone; itself where none stands
    std::uint16_t next = 0;   // the next stone of the ring
    std::uint16_t liberties = 0;  // of the chain, counted once per neighbouring stone
    std::uint16_t stones = 0;     // of the chain
  };

  unsigned take_chain(unsigned index);
  unsigned take_neighbours(unsigned index, std::uint8_t enemy);
  bool put(unsigned index, std::uint8_t cell);
  void join(unsigned a, unsigned b);
  void lift_chain(unsigned index);
  void clear(unsigned index);
  void change_cell(unsigned index, std::uint8_t cell);
  void rebuild_chains();
  void toggle(unsigned index, std::uint8_t cell) {
    hash_.toggle(table_->stone(point_[index], cell));
  }
  void note(unsigned index, std::uint8_t before) {
    BoardBase::note({static_cast<std::uint16_t>(index), before});
  }
  void lay_out(BoardSize size);
  void clear_cells();

  // Cells stand in rows of width + 1 with one row more above and below, so that every point has
  // four neighbours; what lies between the rows is the border of both.
  static constexpr std::size_t kMaxCells = std::size_t{kMaxSide + 1} * (kMaxSide + 2) + 1;
  static constexpr std::uint8_t kBorder = 3;

  std::uint8_t taken_sides_ = 0;
  SymmetricHash hash_;
  std::array<Link, kMaxCells> links_{};
  std::array<std::uint8_t, kMaxCells> cells_{};
  std::array<std::uint8_t, kMaxCells> empty_cells_{};  // what an empty board looks like
  std::array<std::uint16_t, kMaxCells> point_{};
  std::array<std::uint16_t, std::size_t{kMaxSide} * kMaxSide> index_{};
  std::array<int, 4> neighbours_{};
  std::size_t cell_count_ = 0;
  std::shared_ptr<const KeyTable> table_;
  bool chains_are_stale_ = false;
  std::vector<std::uint16_t> lifted_;  // scratch
};

}  // namespace ludex::go
