#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/written_move.hpp"
#include "games/othello/board.hpp"
#include "games/othello/points.hpp"

#include <cstdint>
#include <optional>
#include <string_view>

namespace ludex::othello {

/// How SGF and what looks like it write Othello, for SgfCompiler. There is no FF[4] page for it:
/// Edax puts setup and the first move into the root, GGF everything into one node.
class OthelloSgf {
 public:
  using Board = othello::Board;

  void start(const SgfTree& tree, const SgfGame& game);

  static std::optional<Player> mover(const SgfProperty& property) {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    return std::nullopt;
  }
  static WrittenMove read_move(std::string_view value, BoardSize size) {
    WrittenMove move;
    const auto point = value.size() == 2 ? find_point(value, size) : std::nullopt;
    if (!point) return othello::read_move(value, size);
    move.kind = WrittenMove::Kind::stone;
    move.point = *point;
    return move;
  }
  static std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
    return othello::find_rect(value, size);
  }

  /// The discs of the start stand unless the root puts discs of its own into the middle, or a GGF
  /// board says what stands where.
  template <class Set>
  void lay_out(BoardSize size, const Set& set) const {
    if (root_fills_middle(size)) {
      for (const StartDisc& disc : start_discs(size)) set(disc.point, cell::kEmpty);
    }
    for (Point point = 0; point < ggf_cells_.size(); ++point) {
      if (point < static_cast<Point>(size.area())) set(point, ggf_cells_[point]);
    }
  }
  [[nodiscard]] bool moves_are_plies() const { return is_ggf_; }
  static bool root_may_move() { return true; }

  /// Passes need not be written: the colour that is written moves if it can, else the other one.
  /// Where colours do nothing but alternate and no pass is written they tell nothing, and whoever
  /// is on turn by the rules moves.
  Player mover_of(Player written, Point point, Board& board) {
    if (board.last_mover() == written) return mover_out_of_turn(written, point, board);
    return board.prepare(written, point) ? written : mover_out_of_turn(written, point, board);
  }

  /// Who has more discs, where nobody can move any more. Empty squares count for the winner if that
  /// is what RE says.
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const;

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
