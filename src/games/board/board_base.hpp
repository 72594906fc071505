#pragma once

#include "core/position_key.hpp"
#include "games/api/key_table.hpp"
#include "games/api/position.hpp"
#include "games/api/turn.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace ludex {

/// An entry of a journal: what a place held before.
struct CellChange {
  std::uint16_t place;
  std::uint8_t before;
};

/// The state of every board besides its pieces: the turn, and a journal of changes for undo.
/// \tparam TurnType  Turn, or one with more in it
template <class TurnType = Turn, class Change = CellChange>
class BoardBase {
 public:
  void pass(Player player) { turn_.end_move(player, Turn::Last::pass); }
  /// A move that changes nothing.
  void no_move(Player player) { turn_.end_move(player, Turn::Last::no_move); }
  void set_to_play(Player player) { turn_.forced = static_cast<std::uint8_t>(player); }
  void set_counts(const std::array<std::uint32_t, 2>& captures, std::uint32_t passes) {
    turn_.set_counts(captures, passes);
  }
  [[nodiscard]] const TurnType& turn() const { return turn_; }

  /// A moment to come back to.
  struct Mark {
    std::size_t journal_size = 0;
    TurnType turn;
  };
  /// From now on changes are written down, so that undo_to() works.
  void keep_journal() { keeps_journal_ = true; }
  [[nodiscard]] Mark mark() const { return {journal_.size(), turn_}; }
  /// The changes so far, as long as they are kept.
  [[nodiscard]] std::span<const Change> journal() const { return journal_; }

 protected:
  void forget_turns() {
    turn_ = {};
    keeps_journal_ = false;
    journal_.clear();
  }
  void note(const Change& change) {
    if (keeps_journal_) journal_.push_back(change);
  }
  /// \param undo  takes one change back; gets the latest first
  template <class Undo>
  void undo_changes(const Mark& mark, const Undo& undo) {
    assert(keeps_journal_ && mark.journal_size <= journal_.size());
    keeps_journal_ = false;
    while (journal_.size() > mark.journal_size) {
      const Change change = journal_.back();
      journal_.pop_back();
      undo(change);
    }
    keeps_journal_ = true;
    turn_ = mark.turn;
  }

  TurnType turn_;
  bool keeps_journal_ = false;
  std::vector<Change> journal_;
};

/// A board on which stones stay where they are put; one on an occupied point replaces the other.
/// Keeps the hashes of all symmetries up to date. Points are row * width + column. A move costs
/// some nanoseconds. Memory: 1 byte a point, and the journal.
/// \tparam kLanes  how many different hashes there are: as many as symmetries
template <std::size_t kLanes>
class StoneBoard : public BoardBase<> {
 public:
  Faults play(Player player, Point point) {
    const Faults faults = cells_[point] == cell::kEmpty ? Faults{0} : kOccupied;
    change(point, cell::of(player));
    turn_.point = point;
    turn_.end_move(player, Turn::Last::stone);
    return faults;
  }
  /// Setup: puts a stone, or clears the point. Returns whether that changed anything.
  bool set(Point point, std::uint8_t cell) {
    if (cells_[point] == cell) return false;
    change(point, cell);
    turn_.set_up();
    return true;
  }
  void undo_to(const Mark& mark) {
    undo_changes(mark, [&](const CellChange& one) { change(one.place, one.before); });
  }

  [[nodiscard]] BoardSize size() const { return table_->size(); }
  [[nodiscard]] PositionKey key() const {
    std::uint64_t least = hashes_[0];
    for (const std::uint64_t hash : hashes_) least = std::min(least, hash);
    return table_->key_of_least(least);
  }
  [[nodiscard]] const std::vector<std::uint8_t>& cells() const { return cells_; }
  [[nodiscard]] std::uint8_t at(Point point) const { return cells_[point]; }
  [[nodiscard]] static Player first_player() { return Player::first; }
  /// Writes the game and the contents of the board.
  void describe(Position& position) const {
    position.game = table_->game();
    position.cells = cells_;
  }
  void add_to(MomentHash& hash) const { hash.add(cells_); }

 protected:
  /// Empties the board.
  void reset(GameType game, BoardSize size, std::span<const Orientation> symmetries) {
    if (!table_ || table_->size() != size) table_ = key_table(game, size, symmetries);
    cells_.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
    hashes_ = {};
    forget_turns();
  }
  void change(Point point, std::uint8_t cell) {
    const std::uint8_t before = std::exchange(cells_[point], cell);
    note({static_cast<std::uint16_t>(point), before});
    if (before != cell::kEmpty) toggle(point, before);
    if (cell != cell::kEmpty) toggle(point, cell);
  }

 private:
  void toggle(Point point, std::uint8_t cell) {
    const SymmetricHash& stone = table_->stone(point, cell);
    for (std::size_t lane = 0; lane < kLanes; ++lane) hashes_[lane] ^= stone.lanes[lane];
  }

  std::array<std::uint64_t, kLanes> hashes_{};
  std::vector<std::uint8_t> cells_;
  std::shared_ptr<const KeyTable> table_;
};

}  // namespace ludex
