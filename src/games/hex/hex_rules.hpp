#pragma once

#include "games/board/board_rules.hpp"
#include "games/hex/hex_sgf.hpp"

namespace ludex::hex {

/// Hex on boards from 1x1 to 64x64: the first player connects top and bottom, the second one left
/// and right. A half turn keeps the rules; transposing keeps them if the players change roles.
class HexRules final : public BoardRules<HexSgf> {
 public:
  HexRules() : BoardRules(GameType::hex) {}

  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] RuleBook page() const override;
  void check_page(const SgfTree& tree, const SgfGame& game,
                  SgfPageProblems& problems) const override;
  [[nodiscard]] bool playable(BoardSize size) const override;
  [[nodiscard]] BoardSize default_size() const override { return {11, 11}; }
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize size) const override;
  [[nodiscard]] std::span<const Orientation> role_swaps(BoardSize size) const override;
  [[nodiscard]] Position start_position(BoardSize size) const override;
  /// "a1", "swap-pieces", "swap-sides", "pass".
  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  [[nodiscard]] bool set_up(Position& position, std::uint8_t code,
                            std::string_view value) const override;
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect& part) const override;
};

}  // namespace ludex::hex
