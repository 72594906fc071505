#pragma once

#include "games/board/board_rules.hpp"
#include "games/go/go_sgf.hpp"

namespace ludex::go {

/// Go as FF[4] replays it, on boards from 1x1 to 52x52.
class GoRules final : public BoardRules<GoSgf> {
 public:
  GoRules() : BoardRules(GameType::go) {}

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] bool playable(BoardSize size) const override;
  [[nodiscard]] BoardSize default_size() const override { return {19, 19}; }
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::array<std::uint32_t, 2> scores(const Position& position) const override {
    return position.captures;
  }
  [[nodiscard]] bool set_up(Position& position, std::uint8_t code,
                            std::string_view value) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;
  [[nodiscard]] std::string diagram_point(Point point, BoardSize size) const override;
};

}  // namespace ludex::go
