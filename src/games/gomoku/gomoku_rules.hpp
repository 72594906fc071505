#pragma once

#include "games/board/board_rules.hpp"
#include "games/gomoku/gomoku_sgf.hpp"

namespace ludex::gomoku {

/// Gomoku and Renju: stones are put down; what a ruleset forbids is not looked at. Boards from 1x1
/// to 52x52.
class GomokuRules final : public BoardRules<GomokuSgf> {
 public:
  GomokuRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;
  [[nodiscard]] std::string diagram_point(Point point, BoardSize size) const override;

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override;
};

}  // namespace ludex::gomoku
