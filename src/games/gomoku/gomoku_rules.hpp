#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/board/board_base.hpp"
#include "games/board/board_rules.hpp"
#include "games/go/points.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::gomoku {

inline constexpr int kMaxSide = 52;  // SGF has letters for no larger board

class Board : public StoneBoard {
 public:
  static constexpr BoardFeatures kFeatures{};

  /// Empties the board. \pre each side in [1, 52]
  void reset(BoardSize size) { StoneBoard::reset(GameType::gomoku, size, orientations_of(size)); }
  /// Who has put the last stone into a row of five or more; in Renju Black needs just five.
  [[nodiscard]] std::optional<Player> winner(bool is_renju) const;

 private:
  [[nodiscard]] int count_line(int dx, int dy) const;
};

/// How SGF writes Gomoku and Renju, for SgfCompiler: two letters as in Go, and `h8` as the game's
/// own diagrams have it: columns a, b, ..., i too; rows from the bottom.
class GomokuSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree& tree, const SgfGame& game) override;
  WrittenMove read_move(std::string_view value, BoardSize size) override;
  std::optional<Point> find_point(std::string_view text, BoardSize size) const override {
    return go::find_point(text, size);
  }
  /// Who has five in a row, or more; in Renju a row of six wins for White only.
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const override;

 private:
  bool is_renju_ = false;  // RU names it, in any case
};

/// Gomoku and Renju: stones are put down; what a ruleset forbids is not looked at. Boards from 1x1
/// to 52x52.
class GomokuRules final : public CrossingRules<GomokuSgf> {
 public:
  GomokuRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override {
    return go::point_text(point, size);
  }
};

}  // namespace ludex::gomoku
