#pragma once

#include "core/position_key.hpp"
#include "games/api/key_table.hpp"
#include "games/api/moment_hash.hpp"
#include "games/api/position.hpp"
#include "games/api/turn.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ludex::gomoku {

inline constexpr int kMaxSide = 52;  // SGF has letters for no larger board

/// A board on which stones stay where they are put; one on an occupied point replaces the other.
/// Keeps the hashes of all symmetries up to date. Points are row * width + column.
class Board {
 public:
  static constexpr BoardFeatures kFeatures{};

  /// Empties the board. \pre each side in [1, 52]
  void reset(BoardSize size) {
    if (!table_ || table_->size() != size) {
      table_ = key_table(GameType::gomoku, size, orientations_of(size));
    }
    cells_.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
    hash_ = {};
    turn_ = {};
    keeps_journal_ = false;
    journal_.clear();
  }

  Faults play(Player player, Point point) {
    const Faults faults = cells_[point] == cell::kEmpty ? Faults{0} : kOccupied;
    change(point, cell::of(player));
    turn_.point = point;
    turn_.end_move(player, Turn::Last::stone);
    return faults;
  }
  void pass(Player player) { turn_.end_move(player, Turn::Last::pass); }
  /// A move that changes nothing.
  void no_move(Player player) { turn_.end_move(player, Turn::Last::no_move); }
  /// Setup. Returns whether that changed anything.
  bool set(Point point, std::uint8_t cell) {
    if (cells_[point] == cell) return false;
    change(point, cell);
    turn_.set_up();
    return true;
  }
  void set_to_play(Player player) { turn_.forced = static_cast<std::uint8_t>(player); }
  void set_counts(const std::array<std::uint32_t, 2>& captures, std::uint32_t passes) {
    turn_.set_counts(captures, passes);
  }

  [[nodiscard]] BoardSize size() const { return table_->size(); }
  [[nodiscard]] PositionKey key() const { return table_->key(hash_); }
  [[nodiscard]] const Turn& turn() const { return turn_; }
  [[nodiscard]] static Player first_player() { return Player::first; }
  /// Fills in what stands on the board.
  void describe(Position& position) const {
    position.game = GameType::gomoku;
    position.cells = cells_;
  }
  /// Who has put the last stone into a row of five or more; in Renju Black needs just five.
  [[nodiscard]] std::optional<Player> winner(bool is_renju = false) const;

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
  void change(Point point, std::uint8_t cell) {
    const std::uint8_t before = std::exchange(cells_[point], cell);
    if (keeps_journal_) journal_.push_back({static_cast<std::uint16_t>(point), before});
    if (before != cell::kEmpty) hash_.toggle(table_->stone(point, before));
    if (cell != cell::kEmpty) hash_.toggle(table_->stone(point, cell));
  }
  [[nodiscard]] int count_line(int dx, int dy) const;

  struct Change {
    std::uint16_t point;
    std::uint8_t before;
  };

  SymmetricHash hash_;
  std::vector<std::uint8_t> cells_;
  Turn turn_;
  std::shared_ptr<const KeyTable> table_;
  bool keeps_journal_ = false;
  std::vector<Change> journal_;
};

}  // namespace ludex::gomoku
