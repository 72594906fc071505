#pragma once

#include "games/board/board_rules.hpp"
#include "games/go/go_sgf.hpp"

namespace ludex::go {

/// Go as FF[4] replays it, on boards from 1x1 to 52x52.
class GoRules final : public BoardRules<GoSgf> {
 public:
  GoRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] int claim(const SgfEvidence& evidence) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::array<std::uint32_t, 2> scores(const Position& position) const override {
    return position.captures;
  }
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;
  [[nodiscard]] std::string diagram_point(Point point, BoardSize size) const override;

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override;
};

}  // namespace ludex::go
