#pragma once

#include "formats/sgf/sgf_game.hpp"
#include "formats/sgf/sgf_tree.hpp"
#include "games/api/written_move.hpp"
#include "games/go/points.hpp"
#include "games/gomoku/board.hpp"

#include <optional>
#include <string_view>

namespace ludex::gomoku {

/// Two letters as in Go, and `h8` as the game's own diagrams have it: columns a, b, ..., i too;
/// rows from the bottom.
[[nodiscard]] WrittenMove read_move(std::string_view value, BoardSize size);

/// Whether RU names Renju, in any case.
[[nodiscard]] bool has_renju_rules(const GameInfo& info);

/// How SGF writes Gomoku and Renju, for SgfCompiler.
struct GomokuSgf {
  using Board = gomoku::Board;

  void start(const SgfTree&, const SgfGame& game) { is_renju = has_renju_rules(game.info); }
  static std::optional<Player> mover(const SgfProperty& property) {
    if (property.id == SgfId::B) return Player::first;
    if (property.id == SgfId::W) return Player::second;
    return std::nullopt;
  }
  static WrittenMove read_move(std::string_view value, BoardSize size) {
    return gomoku::read_move(value, size);
  }
  static std::optional<PointRect> find_rect(std::string_view value, BoardSize size) {
    return go::find_rect(value, size);
  }
  /// Who has five in a row, or more; in Renju a row of six wins for White only.
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const {
    const auto winner = board.winner(is_renju);
    if (!winner) return std::nullopt;
    return GameResult{*winner == Player::first ? Winner::first : Winner::second, WinBy::unknown,
                      std::nullopt, ResultFrom::replay};
  }

  bool is_renju = false;
};

}  // namespace ludex::gomoku
