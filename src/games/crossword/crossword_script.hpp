#pragma once

#include "formats/cgp/cgp.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ludex::crossword {

/// Packs the states of one game, in order, into a script that brings all of them back without any
/// text: a head with what stays, then for each state what is new in it. CGP lines are games of one
/// state. States must be alike in size and in the number of players, and their tile codes
/// must mean the same: one TileNames for all, which may grow.
/// Memory and cost: some 10 ns a square and state. Packed: some 35 bytes a turn, 150 a full board.
class ScriptWriter {
 public:
  ScriptWriter();
  ~ScriptWriter();

  /// Restarts a script. \param seat_to_move  0 for the first player
  /// \pre position.cells.size() == position.size.area(), as many scores as racks, one at least
  void start(const CgpPosition& position, std::size_t seat_to_move);
  /// Adds the next state. The opcodes of the head stay, all others may change with a state.
  void add(const CgpPosition& position, std::size_t seat_to_move);
  /// Appends the script to `ops`. All tile names used must be in the last state's table.
  void finish(std::vector<std::uint16_t>& ops);

 private:
  class Packer;
  std::unique_ptr<Packer> packer_;
};

/// Reads the states of a script one by one. Invalid data ends early; it never fails.
class ScriptReader {
 public:
  explicit ScriptReader(std::span<const std::uint16_t> ops);
  ~ScriptReader();

  /// Goes to the next state; the first call goes to the first. \returns false after the last one.
  bool next();

  /// The state: racks and scores from the player to move on. \pre next() was true
  [[nodiscard]] const CgpPosition& position() const;
  /// 0 for the first player.
  [[nodiscard]] std::size_t seat_to_move() const;
  /// Squares that changed since the state before (since the empty board, for the first one), each
  /// once, and what lay there.
  struct Change {
    std::uint32_t point = 0;  ///< row * width + column
    TileCode before = tile::kEmpty;
  };
  [[nodiscard]] std::span<const Change> changes() const;

 private:
  class Unpacker;
  std::unique_ptr<Unpacker> unpacker_;
};

}  // namespace ludex::crossword
