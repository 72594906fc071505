#pragma once

#include "games/api/tiles.hpp"
#include "ludex/types.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// One line of a game, told cell by cell: what each cell held at the beginning, and when it
/// changed. So a few cells are known at every moment without a replay. Reused from game to game.
///
/// Cells are the points of the board, row by row. Behind them a game may keep other things that
/// change: pieces in hand, links.
/// Moments are counted along the line from 0; on a main line they are plies.
/// Memory: 13 bytes a cell, 16 a change and some 10 a moment.
class CellLine {
 public:
  static constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();

  /// A change of a cell that had changed before.
  struct Change {
    std::int32_t moment;
    std::uint32_t cell;
    std::int32_t next;  ///< of the same cell; -1: none
    std::uint8_t code;
  };
  /// All about one cell.
  struct Cell {
    std::int32_t first_change = kNever;  ///< the moment; kNever: it holds `start` to the end
    std::int32_t changes = -1;           ///< the first of the later ones, in changes(); -1: none
    std::uint8_t start = 0;              ///< at moment 0
    std::uint8_t then = 0;               ///< after the first change
  };
  /// A stone, piece or tile that a move put down.
  struct Placed {
    std::int32_t moment;
    Point point : 23;
    Point from_hand : 1;  ///< a drop (shogi)
    Point code : 8;
  };

  /// What is kept beside the cells; each costs a nanosecond a move.
  struct Keep {
    bool placed = true;
    bool to_move = true;
  };
  /// Empties everything. \param cells  with those behind the board
  void start(BoardSize size, std::size_t cells, Keep keep);

  /// What a cell holds from the moment that end_moment() ends next.
  void set(std::uint32_t cell, std::uint8_t code) {
    if (now_[cell] != code) change(cell, code);
  }
  /// The same for a piece that a move puts there.
  void place(Point point, std::uint8_t code, bool from_hand = false) {
    set(point, code);
    if (keep_.placed) placed_.push_back({moments_, point, from_hand, code});
  }
  /// \param to_move  the player to move there: 1, 2, ...; may be corrected by set_to_move()
  void end_moment(std::uint8_t to_move) {
    ++moments_;
    if (keep_.to_move) to_move_.push_back(to_move);
  }
  void end_moment(std::uint8_t to_move, std::uint32_t ply) {
    end_moment(to_move);
    plies_.push_back(ply);
  }
  void set_to_move(std::uint8_t to_move) {
    if (keep_.to_move) to_move_.back() = to_move;
  }
  /// Plays words of a script as long as they are moves on the board (script::first_move,
  /// second_move), a moment each; returns how many. \pre moments() > 0
  std::size_t play(std::span<const std::uint16_t> words);

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] const std::vector<Cell>& cells() const { return cells_; }
  /// What the cells hold now.
  [[nodiscard]] const std::vector<std::uint8_t>& now() const { return now_; }
  [[nodiscard]] const std::vector<Change>& changes() const { return changes_; }
  /// By moment. \pre Keep::placed
  [[nodiscard]] const std::vector<Placed>& placed() const { return placed_; }
  [[nodiscard]] std::int32_t moments() const { return moments_; }
  /// \pre Keep::to_move
  [[nodiscard]] std::uint8_t to_move(std::int32_t moment) const {
    return to_move_[static_cast<std::size_t>(moment)];
  }
  [[nodiscard]] std::uint32_t ply(std::int32_t moment) const {
    return plies_.empty() ? static_cast<std::uint32_t>(moment)
                          : plies_[static_cast<std::size_t>(moment)];
  }

  /// Goes back to the first `moments` moments. Cost: a look at every cell.
  void cut(std::int32_t moments);

  /// Whether the transposed board obeys the same rules (crossword: its layout is symmetric).
  bool is_symmetric = true;
  /// Crossword: names of the tiles with codes from 128 on.
  TileNames tile_names;

 private:
  void change(std::uint32_t cell, std::uint8_t code);
  void add_change(Cell& one, std::uint32_t cell, std::uint8_t code);

  BoardSize size_;
  Keep keep_;
  std::int32_t moments_ = 0;
  std::vector<Cell> cells_;
  std::vector<Cell> untouched_;  // as many
  std::vector<std::uint8_t> now_;
  std::vector<Change> changes_;
  std::vector<Placed> placed_;
  std::vector<std::uint8_t> to_move_;  // by moment
  std::vector<std::uint32_t> plies_;   // by moment; empty: the same
};

/// What the lines of a game are read from.
struct LineSource {
  std::span<const std::uint16_t> ops{};
  BoardSize size{};
  std::uint32_t main_positions = 0;  ///< plies of the main line
  /// Go: which stones moves took (games/api/captures.hpp); none: not known, the game is replayed.
  std::optional<std::span<const std::uint8_t>> captures{};
  /// What is wanted of cells behind the board.
  bool wants_hands = false;
  bool wants_links = false;
  CellLine::Keep keep{};
};

}  // namespace ludex
