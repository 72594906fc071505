#pragma once

#include "ludex/replay/position.hpp"
#include "replay/go/board.hpp"
#include "replay/go/line_keeper.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace ludex::go {

/// Steps through the positions of a script in the order of plies. A damaged script ends before its
/// first operation that has no meaning.
class ScriptReader {
 public:
  /// `board` is reset and shows the current position; it and `ops` must outlive the reader.
  ScriptReader(std::span<const std::uint16_t> ops, BoardSize size, Board& board);

  /// Goes on to the next ply; false at the end. The first call gives ply 0.
  bool next();

  [[nodiscard]] std::uint32_t ply() const { return plies_ - 1; }
  /// The current position with everything that is known about it.
  [[nodiscard]] Position position() const;

 private:
  [[nodiscard]] bool step(std::uint16_t operation);
  [[nodiscard]] bool starts_with_implied_position() const;
  [[nodiscard]] std::optional<Move> next_move() const;
  bool follow_branch();
  void end_ply();

  std::span<const std::uint16_t> ops_;
  Board* board_;
  LineKeeper keeper_;
  bool keeps_lines_;
  bool is_quiet_ = false;
  bool ended_ply_ = false;
  std::size_t next_op_ = 0;
  std::size_t ply_first_op_ = 0;
  std::uint32_t plies_ = 0;
};

}  // namespace ludex::go
