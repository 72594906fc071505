#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/written_move.hpp"
#include "games/go/board.hpp"
#include "games/go/points.hpp"

#include <optional>
#include <string_view>

namespace ludex::go {

/// How SGF writes Go, for SgfCompiler.
struct GoSgf {
  using Board = go::Board;

  static void start(const SgfTree&, const SgfGame&) {}
  static std::optional<Player> mover(const SgfProperty& property) {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    return std::nullopt;
  }

  static WrittenMove read_move(std::string_view value, BoardSize size) {
    const auto point = find_point(value, size);
    return point ? WrittenMove{WrittenMove::Kind::stone, *point, true} : go::read_move(value, size);
  }
  static std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
    return go::find_rect(value, size);
  }
};

}  // namespace ludex::go
