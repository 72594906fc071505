#pragma once

#include "formats/sgf/sgf_hooks.hpp"
#include "games/go/points.hpp"
#include "games/hex/board.hpp"
#include "games/hex/points.hpp"

#include <optional>
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
  [[nodiscard]] std::optional<PointRect> find_rect(std::string_view value,
                                                   BoardSize size) const override {
    return hex::find_rect(value, size);
  }
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const override;

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

}  // namespace ludex::hex
