#pragma once

#include "games/board/board_rules.hpp"
#include "games/hex/hex_sgf.hpp"

namespace ludex::hex {

/// Hex on boards from 1x1 to 64x64: the first player connects top and bottom, the second one left
/// and right. A half turn keeps the rules; transposing keeps them if the players change roles.
class HexRules final : public BoardRules<HexSgf> {
 public:
  HexRules();

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] RuleBook page() const override;
  [[nodiscard]] int claim(const SgfEvidence& evidence) const override;
  /// In Little Golem's games the first move is always W, and PB made it.
  [[nodiscard]] bool has_exchanged_colors(const SgfTree& tree, const GameInfo& info) const override;
  void check_page(const SgfTree& tree, const SgfGame& game,
                  SgfPageProblems& problems) const override;
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize size) const override;
  [[nodiscard]] std::span<const Orientation> role_swaps(BoardSize size) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override;
};

}  // namespace ludex::hex
