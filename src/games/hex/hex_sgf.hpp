#pragma once

#include "core/game_result.hpp"
#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/written_move.hpp"
#include "games/go/points.hpp"
#include "games/hex/board.hpp"
#include "games/hex/points.hpp"

#include <optional>
#include <string_view>

namespace ludex::hex {

/// How SGF writes Hex, for SgfCompiler: the Hex page, and Little Golem with its two letters and the
/// colours of the other seat. A game that writes its points in both styles is noted.
class HexSgf {
 public:
  using Board = hex::Board;
  static constexpr bool kKnowsSwap = true;

  void start(const SgfTree& tree, const SgfGame& game);

  [[nodiscard]] std::optional<Player> mover(const SgfProperty& property) const {
    if (property.id == SgfId::B) return black_;
    if (property.id == SgfId::W) return opponent(black_);
    return std::nullopt;
  }
  [[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size) {
    if (const auto point = find_short_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::numbered)};
    }
    if (const auto point = go::find_point(value, size)) {
      return {WrittenMove::Kind::stone, *point, keeps_style(PointStyle::letters)};
    }
    return read_other_move(value, size);
  }
  [[nodiscard]] static std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
    return hex::find_rect(value, size);
  }
  [[nodiscard]] static std::optional<GameResult> result(const Board& board);

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
