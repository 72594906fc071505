#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/api/written_move.hpp"
#include "games/othello/board.hpp"
#include "ludex/types.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::othello {

namespace detail {
[[nodiscard]] std::optional<Point> find_long_point(std::string_view text, BoardSize size);
}

/// row * width + column of a point in either style, decided by its second character: `f5` (column
/// letter of any case, row number from the top) or `fe` (two lower-case letters, as in Go).
[[nodiscard]] inline std::optional<Point> find_point(std::string_view text, BoardSize size) {
  if (text.size() != 2) return detail::find_long_point(text, size);
  const bool has_digit = text[1] <= '9';
  const int x = text[0] >= 'a' ? text[0] - 'a' : has_digit ? text[0] - 'A' : -1;
  const int y = has_digit ? text[1] - '1' : text[1] - 'a';
  if (x < 0 || x >= size.width || y < 0 || y >= size.height) return std::nullopt;
  return static_cast<Point>(y * size.width + x);
}

/// A point; or a pass: empty, `PA`, `pass`, `tt` on boards up to 19x19, `pa` where that is no
/// point. What follows a "/" is GGF's evaluation and time and no part of the move.
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// "f5"
[[nodiscard]] std::string point_text(Point point, BoardSize size);

/// How SGF and what looks like it write Othello, for SgfCompiler. There is no FF[4] page for it:
/// Edax puts setup and the first move into the root, GGF everything into one node.
class OthelloSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree& tree, const SgfGame& game) override;
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    WrittenMove move;
    const auto point = value.size() == 2 ? othello::find_point(value, size) : std::nullopt;
    if (!point) return othello::read_move(value, size);
    move.kind = WrittenMove::Kind::stone;
    move.point = *point;
    return move;
  }
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return othello::find_point(text, size);
  }

  /// The discs of the start stand unless the root puts discs of its own into the middle, or a GGF
  /// board says what stands where.
  [[nodiscard]] std::vector<std::pair<Point, std::uint8_t>> layout(BoardSize size) const override;
  [[nodiscard]] bool moves_are_plies() const override { return is_ggf_; }
  [[nodiscard]] bool root_may_move() const override { return true; }

  /// Passes need not be written: the colour that is written moves if it can, else the other one.
  /// Where colours do nothing but alternate and no pass is written they tell nothing, and whoever
  /// is on turn by the rules moves.
  Player mover_of(Player written, Point point, Board& board) override {
    if (board.last_mover() == written) return mover_out_of_turn(written, point, board);
    return board.prepare(written, point) ? written : mover_out_of_turn(written, point, board);
  }

  /// Who has more discs, where nobody can move any more. Empty squares count for the winner if that
  /// is what RE says.
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const override;

 private:
  Player mover_out_of_turn(Player written, Point point, const Board& board);
  [[nodiscard]] bool only_alternates();
  [[nodiscard]] bool root_fills_middle(BoardSize size) const;

  const SgfTree* tree_ = nullptr;
  const SgfGame* game_ = nullptr;
  bool is_ggf_ = false;
  std::vector<std::uint8_t> ggf_cells_;  // of BO; empty where there is none
  std::optional<bool> only_alternates_;
};

}  // namespace ludex::othello
