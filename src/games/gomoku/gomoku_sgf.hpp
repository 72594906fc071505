#pragma once

#include "formats/sgf/sgf_hooks.hpp"
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
class GomokuSgf final : public SgfHooks<Board> {
 public:
  void start(const SgfTree&, const SgfGame& game) override {
    is_renju_ = has_renju_rules(game.info);
  }
  WrittenMove read_move(std::string_view value, BoardSize size) override {
    return gomoku::read_move(value, size);
  }
  std::optional<PointRect> find_rect(std::string_view value, BoardSize size) const override {
    return go::find_rect(value, size);
  }
  /// Who has five in a row, or more; in Renju a row of six wins for White only.
  [[nodiscard]] std::optional<GameResult> result(const Board& board) const override {
    const auto winner = board.winner(is_renju_);
    if (!winner) return std::nullopt;
    return GameResult{*winner == Player::first ? Winner::first : Winner::second, WinBy::unknown,
                      std::nullopt, ResultFrom::replay};
  }

 private:
  bool is_renju_ = false;
};

}  // namespace ludex::gomoku
