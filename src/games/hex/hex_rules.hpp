#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/board/board_rules.hpp"
#include "games/go/points.hpp"
#include "games/hex/board.hpp"
#include "games/hex/points.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex::hex {

/// How SGF writes Hex, for SgfCompiler: the Hex page, and Little Golem with its two letters and the
/// colours of the other seat. A game that writes its points in both styles is noted.
class HexSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree& tree, const SgfGame& game) override;

  [[nodiscard]] std::optional<Player> mover(const SgfProperty& property) const override {
    if (property.id == SgfId::B) return black_;
    if (property.id == SgfId::W) return opponent(black_);
    return std::nullopt;
  }
  [[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size) override {
    if (const auto point = find_short_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::numbered)};
    }
    if (const auto point = go::find_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::letters)};
    }
    return read_other_move(value, size);
  }
  [[nodiscard]] std::optional<Point> find_point(std::string_view text,
                                                BoardSize size) const override {
    return hex::find_point(text, size);
  }
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const override {
    return shown_result(find_winner(board.cells(), board.size()), WinBy::connection);
  }

 private:
  [[nodiscard]] WrittenMove read_other_move(std::string_view value, BoardSize size) const;
  /// Whether all points so far were written in this style.
  [[nodiscard]] bool keeps_style(PointStyle style) {
    if (style_ == PointStyle::none) style_ = style;
    return style_ == style;
  }

  Player black_ = Player::first;  // who moves in B[]
  PointStyle style_ = PointStyle::none;
  bool is_old_hexgui_ = false;
};

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
  [[nodiscard]] std::span<const Orientation> symmetries(BoardSize) const override {
    return kSymmetries;
  }
  [[nodiscard]] std::span<const Orientation> role_swaps(BoardSize) const override {
    return kRoleSwaps;
  }
  [[nodiscard]] std::optional<Position> after(const Position& position,
                                              const Move& move) const override;
  /// Each row half a cell to the right of the one above it, column letters above and below, row
  /// numbers left and right, the last move between round brackets.
  [[nodiscard]] std::string draw(const Position& position, const Diagram& diagram) const override;
  [[nodiscard]] MarkRoom mark_room(const PointRect&) const override { return {2, 1}; }

 private:
  [[nodiscard]] std::string point_name(Point point, BoardSize size) const override {
    return point_text(point, size);
  }
};

}  // namespace ludex::hex
