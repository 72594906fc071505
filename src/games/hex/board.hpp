#pragma once

#include "core/position_key.hpp"
#include "games/api/key_table.hpp"
#include "games/api/moment_hash.hpp"
#include "games/api/orientation.hpp"
#include "games/api/position.hpp"
#include "games/api/turn.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace ludex::hex {

inline constexpr int kMaxSide = 64;  // the largest that programs know is 63

/// Those that keep colours: Black's goal stays top and bottom, White's left and right.
inline constexpr std::array kSymmetries = {Orientation::identity, Orientation::rot180};
/// Those that exchange the two goals.
inline constexpr std::array kRoleSwaps = {Orientation::diag, Orientation::anti};

/// A Hex board that executes whatever a record says: a stone goes down even on another. Keeps the
/// hashes of both symmetries up to date. Points are row * width + column. A move costs some
/// nanoseconds. Memory: 1 byte a point, and the journal.
class Board {
 public:
  static constexpr BoardFeatures kFeatures{.swaps_pieces = true};

  /// Empties the board. \pre each side in [1, kMaxSide]
  void reset(BoardSize size);

  Faults play(Player player, Point point);
  void pass(Player player) { turn_.end_move(player, Turn::Last::pass); }
  /// A move that changes nothing.
  void no_move(Player player) { turn_.end_move(player, Turn::Last::no_move); }
  /// Setup: puts a stone, or clears the point. Returns whether that changed anything.
  bool set(Point point, std::uint8_t cell);
  void set_to_play(Player player) { turn_.forced = static_cast<std::uint8_t>(player); }
  void set_counts(const std::array<std::uint32_t, 2>& captures, std::uint32_t passes) {
    turn_.set_counts(captures, passes);
  }

  /// Whether exactly one stone stands on a square board.
  [[nodiscard]] bool can_swap_pieces() const;
  /// The stone goes to the transposed point and becomes `player`'s. Nothing if there is not just
  /// one. Cost: a look at every point.
  void swap_pieces(Player player);

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] PositionKey key() const {
    return table_->key_of_least(std::min(hashes_[0], hashes_[1]));
  }
  [[nodiscard]] const Turn& turn() const { return turn_; }
  [[nodiscard]] const std::vector<std::uint8_t>& cells() const { return cells_; }
  /// Fills in what stands on the board.
  void describe(Position& position) const;
  [[nodiscard]] static Player first_player() { return Player::first; }

  void add_to(MomentHash& hash) const { hash.add(cells_); }

  /// A moment to come back to.
  struct Mark {
    std::size_t journal_size = 0;
    Turn turn;
  };
  /// From now on changes are written down, so that undo_to() works.
  void keep_journal() { keeps_journal_ = true; }
  [[nodiscard]] Mark mark() const { return {journal_.size(), turn_}; }
  void undo_to(const Mark& mark);

 private:
  struct Change {
    std::uint16_t point;
    std::uint8_t before;
  };
  void change(Point point, std::uint8_t cell);
  void toggle(Point point, std::uint8_t cell) {
    const auto& lanes = table_->stone(point, cell).lanes;
    hashes_[0] ^= lanes[0];
    hashes_[1] ^= lanes[1];
  }
  [[nodiscard]] std::optional<Point> find_only_stone() const;

  std::array<std::uint64_t, kSymmetries.size()> hashes_{};
  BoardSize size_;
  std::vector<std::uint8_t> cells_;
  Turn turn_;
  std::shared_ptr<const KeyTable> table_;
  bool keeps_journal_ = false;
  std::vector<Change> journal_;
};

/// Whose stones connect their two sides: the first player's top and bottom, the second one's left
/// and right; none if nobody's do. Cost: at most twice the points of the board.
/// \param cells  row by row from the top, see `cell`. \pre each side in [1, kMaxSide]
[[nodiscard]] std::optional<Player> find_winner(std::span<const std::uint8_t> cells,
                                                BoardSize size);

}  // namespace ludex::hex
