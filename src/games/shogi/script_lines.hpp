#pragma once

#include "core/position_key.hpp"
#include "games/api/line_keeper.hpp"
#include "games/api/replay_script.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/script_reader.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex::shogi {

/// Plays the moves of a record on a board and writes them into its script, with the keys of the
/// positions. A ply is the number of a position: 0 is the start.
class ScriptLines {
 public:
  /// Keeps references. \param keys  null: not wanted
  ScriptLines(Board& board, ReplayScript& out, std::vector<PositionKey>* keys)
      : board_(board), out_(out), keys_(keys), keeper_(board) {}

  /// Call it before the first move if the record has several lines.
  void expect_branches() {
    has_branches_ = true;
    board_.keep_journal();
    keeper_.end_ply(out_.ops.size(), out_.ops.size());
  }

  /// The ply of the next move.
  [[nodiscard]] std::uint32_t next_ply() const { return plies_; }

  /// \param node  of the record; its ply is noted if the script wants it
  /// \returns the ply
  std::uint32_t play(std::size_t node, BoardMove move) {
    board_.play(move);
    out_.ops.push_back(ops::of(move));
    if (has_branches_) keeper_.end_ply(out_.ops.size() - 1, out_.ops.size());
    if (out_.wants_node_plies) out_.node_plies[node] = plies_;
    if (keys_ != nullptr) keys_->push_back(board_.key());
    out_.total_positions = plies_ + 1;
    return plies_++;
  }

  /// The board goes to a ply where another line leaves. \pre expect_branches()
  void go_to(std::uint32_t ply) { keeper_.go_to(ply, out_.ops); }

  /// The next move begins a line that leaves there. \pre the board is there
  void add_branch(std::uint32_t ply) {
    out_.ops.push_back(ops::kBranch);
    out_.ops.push_back(static_cast<std::uint16_t>(ply));
    out_.ops.push_back(static_cast<std::uint16_t>(ply >> 16));
    ++out_.branches;
  }

  void end_main_line() {
    out_.main_positions = out_.total_positions = plies_;
    out_.moves = plies_ - 1;
  }

 private:
  Board& board_;
  ReplayScript& out_;
  std::vector<PositionKey>* keys_;
  std::uint32_t plies_ = 1;
  bool has_branches_ = false;
  LineKeeper<Board> keeper_;
};

}  // namespace ludex::shogi
