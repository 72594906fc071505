#pragma once

#include "games/board/board_rules.hpp"
#include "games/othello/othello_sgf.hpp"

namespace ludex::othello {

/// Othello on boards from 4x4 to 26x26, rectangles too.
class OthelloRules final : public BoardRules<OthelloSgf> {
 public:
  OthelloRules() : BoardRules(GameType::othello) {}

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] RuleBook page() const override;
  [[nodiscard]] bool playable(BoardSize size) const override;
  [[nodiscard]] BoardSize default_size() const override { return {8, 8}; }
  [[nodiscard]] Position start_position(BoardSize size) const override;
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  /// None for a disc that flips nothing.
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  /// Discs of each.
  [[nodiscard]] std::array<std::uint32_t, 2> scores(const Position& position) const override;
  [[nodiscard]] bool set_up(Position& position, std::uint8_t code,
                            std::string_view value) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;
};

}  // namespace ludex::othello
