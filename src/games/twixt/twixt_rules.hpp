#pragma once

#include "games/board/board_rules.hpp"
#include "games/twixt/twixt_sgf.hpp"

namespace ludex::twixt {

/// Twixt as the SGF page for GM[21] and Little Golem have it, on boards of 3 to 702 a side.
class TwixtRules final : public BoardRules<TwixtSgf> {
 public:
  TwixtRules();

  [[nodiscard]] int claim(const SgfEvidence& evidence) const override;
  /// In Little Golem's games PB moves first, as `b`.
  [[nodiscard]] bool has_white_first_seat(const SgfTree& tree, const GameInfo& info) const override;
  void check_page(const SgfTree& tree, const SgfGame& game,
                  SgfPageProblems& problems) const override;

  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override;
  [[nodiscard]] RuleBook rule_book() const override;
  [[nodiscard]] RuleBook page() const override;
  [[nodiscard]] PositionKey key_of(const Position& position) const override;
  [[nodiscard]] KeyRange key_range(const Position& position, const Known& known) const override;
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize size) const override;
  [[nodiscard]] std::span<const Orientation> role_swaps(BoardSize size) const override;

  [[nodiscard]] std::string move_text(const Move& move, BoardSize size) const override;
  [[nodiscard]] std::optional<Move> parse_move(std::string_view text,
                                               const Position& position) const override;
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;

  /// Which links pegs get by themselves depends on the ruleset, which nobody has named.
  [[nodiscard]] bool moves_tell_rest(bool have_details) const override { return have_details; }
  [[nodiscard]] std::string opcodes_text(const Position& position) const override;
  [[nodiscard]] bool read_opcode(std::string_view name, std::string_view operand,
                                 QueryPosition& query) const override;
  [[nodiscard]] bool set_up(Position& position, std::uint8_t code,
                            std::string_view value) const override;
  /// Pegs (White O, Black X), the links between them as strokes, border rows, column letters and
  /// row numbers, the last peg between round brackets.
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect&) const override { return {2, 1}; }

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace ludex::twixt
