#pragma once

#include "core/shogi.hpp"
#include "formats/game_info.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// A piece on the board of a start position.
struct ShogiPiece {
  Player owner = Player::first;
  shogi::Piece piece = shogi::Piece::none;
  shogi::Square square;
};

/// What stands before the first move. Sente is Player::first, gote Player::second.
struct ShogiStart {
  std::vector<ShogiPiece> pieces;                                      ///< no two on one square
  std::array<std::array<std::uint8_t, shogi::kHandKinds>, 2> hands{};  ///< [seat - 1][pawn 0 ...]
  Player to_move = Player::first;
};

/// Empties both for the next game of shogi; keeps the capacities.
inline void reset_shogi(GameInfo& info, ShogiStart& start) {
  info = {};
  info.game = GameType::shogi;
  info.size = {9, 9};
  start.pieces.clear();
  start.hands = {};
  start.to_move = Player::first;
}

/// The pieces of a handicap, its giver to move; of the even start, sente. \pre
/// find_kif_handicap(name) knows it
void set_shogi_handicap(std::string_view name, ShogiStart& start);

/// Board, side to move and hands of SFEN: "lnsgkgsnl/1r5b1/... b -".
[[nodiscard]] std::string sfen_of(const ShogiStart& start);

/// Reads the three fields of SFEN. \returns why they are malformed; empty: `start` is filled
[[nodiscard]] std::string read_sfen_start(std::string_view board, std::string_view side,
                                          std::string_view hands, ShogiStart& start);

}  // namespace ludex
