#pragma once

#include "games/board/board_rules.hpp"
#include "games/othello/othello_sgf.hpp"

namespace ludex::othello {

/// Othello on boards from 4x4 to 26x26, rectangles too.
class OthelloRules final : public BoardRules<OthelloSgf> {
 public:
  OthelloRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] RuleBook page() const override;
  [[nodiscard]] int claim(const SgfEvidence& evidence) const override;
  /// An even number of squares along each side, and no more than 26.
  [[nodiscard]] bool may_be_played_on(BoardSize size) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  /// None for a disc that flips nothing.
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  /// Discs of each.
  [[nodiscard]] std::array<std::uint32_t, 2> scores(const Position& position) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override {
    return draw_squares(position, diagram);
  }
  [[nodiscard]] MarkRoom mark_room(const PointRect&) const override { return {3, 2}; }

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace ludex::othello
