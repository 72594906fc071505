#pragma once

#include "games/api/replay_script.hpp"
#include "games/api/tiles.hpp"
#include "ludex/types.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

namespace ludex {

/// One line of a game, cell by cell: what each cell held at first, and when it changed. Some cells
/// are then known at every moment without a replay. Reused from game to game.
///
/// Cells are the points of the board, row by row. After them a game may keep other things that
/// change: pieces in hand, links.
/// Moments are counted along the line from 0; on a main line they are plies.
/// Memory: 21 bytes a cell, 16 a change and, if all is kept, some 10 a moment.
class CellLine {
 public:
  static constexpr std::int32_t kNever = std::numeric_limits<std::int32_t>::max();
  /// when() of a cell that starts with something or changes more than once: see cell(). After all
  /// moments, but before kNever.
  static constexpr std::int32_t kOften = kNever - 1;
  /// Bytes past the end of held() that may be read.
  static constexpr std::size_t kReadBeyond = 8;

  /// A change of a cell that had changed before.
  struct Change {
    std::int32_t moment;
    std::int32_t next;      ///< of the same cell; -1: none
    std::int32_t previous;  ///< likewise
    std::uint8_t code;
  };
  /// All about one cell.
  struct Cell {
    std::int32_t first_change = kNever;  ///< the moment; kNever: it holds `start` to the end
    std::int32_t changes = -1;           ///< the first of the later ones, for change_at(); -1: none
    std::int32_t last_change = -1;       ///< the last of them
    std::uint8_t start = 0;              ///< at moment 0
    std::uint8_t then = 0;               ///< after the first change
    std::uint8_t now = 0;
  };
  /// A stone, piece or tile that a move put down.
  struct Placed {
    std::int32_t moment;
    Point point : 23;
    Point from_hand : 1;  ///< a drop (shogi)
    Point code : 8;
  };

  /// What to record besides the cells; costs time.
  struct Keep {
    bool placed = true;
    bool to_move = true;
  };
  /// Empties everything. \param cells  with those after the board's
  void start(BoardSize size, std::size_t cells, Keep keep);

  /// What a cell holds from the moment that end_moment() ends next.
  void set(std::uint32_t cell, std::uint8_t code) {
    if (now(cell) != code) change(cell, code);
  }
  /// The same for a piece that a move puts there.
  void place(Point point, std::uint8_t code, bool from_hand = false) {
    set(point, code);
    if (keep_.placed) add_placed({moments_, point, from_hand, code});
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
  /// Changes made by `work` belong to the moment that ended last.
  template <class Work>
  void amend(Work work) {
    --moments_;
    work();
    ++moments_;
  }
  /// How many words of a script are moves on a board of so many points (script::first_move,
  /// second_move), from the first on.
  [[nodiscard]] static std::size_t count_moves(std::span<const std::uint16_t> words, Point area);
  /// Plays them, a moment each. They must stay as long as the line is used.
  /// \pre moments() > 0; all are moves on this board
  void play(std::span<const std::uint16_t> moves);

  /// Adds to held() what moves put on the board, and nothing else. \pre all are moves on it
  void hold(std::span<const std::uint16_t> moves) {
    std::uint8_t* const held = held_.data();
    for (const std::uint16_t word : moves) {
      held[script::argument_of(word)] |= static_cast<std::uint8_t>(1 + (word >> 13));
    }
  }
  void hold(Point point, std::uint8_t code) { held_[point] |= code; }

  [[nodiscard]] BoardSize size() const { return size_; }
  [[nodiscard]] std::size_t cell_count() const { return when_.size(); }
  /// When a cell that was empty changes for the only time; kNever: it stays empty; kOften.
  [[nodiscard]] const std::int32_t* when() const { return when_.data(); }
  /// What it holds then; for a cell that changes often, the bits of all codes that it ever held.
  [[nodiscard]] const std::uint8_t* held() const { return held_.data(); }
  [[nodiscard]] Cell cell(std::uint32_t cell) const {
    if (when_[cell] == kOften) return often_[cell];
    return {.first_change = when_[cell], .then = held_[cell], .now = held_[cell]};
  }
  /// The cells of which when() is kOften.
  [[nodiscard]] const std::vector<std::uint32_t>& often() const { return often_cells_; }
  /// What a cell holds now.
  [[nodiscard]] std::uint8_t now(std::uint32_t cell) const {
    return when_[cell] == kOften ? often_[cell].now : held_[cell];
  }
  [[nodiscard]] const Change& change_at(std::int32_t index) const {
    return changes_[static_cast<std::size_t>(index)];
  }
  /// Calls `see` with what was placed at the moment `from` and later, in order, until it returns
  /// false. \pre Keep::placed
  template <class See>
  void for_each_placed(std::int32_t from, See see) const;
  [[nodiscard]] std::int32_t moments() const { return moments_; }
  /// \pre Keep::to_move
  [[nodiscard]] std::uint8_t to_move(std::int32_t moment) const {
    return to_move_[static_cast<std::size_t>(moment)];
  }
  [[nodiscard]] std::uint32_t ply(std::int32_t moment) const {
    return plies_.empty() ? static_cast<std::uint32_t>(moment)
                          : plies_[static_cast<std::size_t>(moment)];
  }

  /// Goes back to the first `moments` moments. Cost: a look at every cell and at what is dropped.
  void cut(std::int32_t moments);

  /// True if the transposed board obeys the same rules (crossword: its layout is symmetric).
  bool is_symmetric = true;
  /// Crossword: names of the tiles with codes from 128 on.
  TileNames tile_names;

 private:
  /// Placed one after the other: a moment each, as a script has them, or any, in placed_.
  struct PlacedRun {
    const std::uint16_t* words;  // nullptr: in placed_
    std::int32_t moment;         // of the first
    std::int32_t last_moment;
    std::size_t first;  // in placed_
    std::size_t count;
  };

  void change(std::uint32_t cell, std::uint8_t code);
  void add_change(Cell& one, std::uint8_t code);
  void add_placed(Placed placed);
  void add_placed(std::span<const std::uint16_t> words, std::int32_t moment);
  void cut_cell(std::size_t cell, std::int32_t moments, std::int32_t kept_changes);
  [[nodiscard]] std::size_t changes_before(std::int32_t moment) const;
  void cut_placed(std::int32_t moments);

  BoardSize size_;
  Keep keep_;
  std::int32_t moments_ = 0;
  std::vector<std::int32_t> when_;
  std::vector<std::int32_t> never_;  // as many and more, all kNever
  std::vector<std::uint8_t> held_;   // and kReadBeyond more
  std::vector<Cell> often_;          // by cell; valid where when_ says kOften
  std::vector<std::uint32_t> often_cells_;
  std::vector<Change> changes_;
  std::vector<Placed> placed_;
  std::vector<PlacedRun> runs_;
  std::vector<std::uint8_t> to_move_;  // by moment
  std::vector<std::uint32_t> plies_;   // by moment; empty: the same
};

template <class See>
void CellLine::for_each_placed(std::int32_t from, See see) const {
  const auto ends_before = [](const PlacedRun& run, std::int32_t moment) {
    return run.last_moment < moment;
  };
  auto run = std::lower_bound(runs_.begin(), runs_.end(), from, ends_before);
  for (; run != runs_.end(); ++run) {
    if (run->words == nullptr) {
      const auto placed = std::span(placed_).subspan(run->first, run->count);
      auto next = std::ranges::lower_bound(placed, from, {}, &Placed::moment);
      for (; next != placed.end(); ++next) {
        if (!see(*next)) return;
      }
      continue;
    }
    for (auto moment = std::max(from, run->moment); moment <= run->last_moment; ++moment) {
      const std::uint16_t word = run->words[moment - run->moment];
      const Point code = 1U + (word >> 13);
      if (!see({moment, script::argument_of(word), 0, code})) return;
    }
  }
}

/// The source of the lines of a game.
struct LineSource {
  std::span<const std::uint16_t> ops{};
  BoardSize size{};
  std::uint32_t main_positions = 0;  ///< plies of the main line
  /// Go: which stones moves took (games/api/captures.hpp); none: not known, the game is replayed.
  std::optional<std::span<const std::uint8_t>> captures{};
  /// Which of the cells after the board's are wanted.
  bool wants_hands = false;
  bool wants_links = false;
  CellLine::Keep keep{};
};

}  // namespace ludex
