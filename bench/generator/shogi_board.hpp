#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ludex::bench {

/// A shogi position that made-up games are played on. Sente is colour 0. Knows how pieces move,
/// drops, promotion and captures; moves that leave one's own king in check are among its moves.
class ShogiBoard {
 public:
  enum Kind : std::uint8_t { kNone, kPawn, kLance, kKnight, kSilver, kGold, kBishop, kRook, kKing };
  struct Piece {
    std::uint8_t kind = kNone;
    std::uint8_t colour = 0;
    bool promoted = false;
  };
  struct Move {
    std::int8_t from = -1;  ///< cell, row by row from rank 1, file 9 first; -1: a drop
    std::int8_t to = 0;
    std::uint8_t kind = kNone;
    bool promoted = false;  ///< after the move
    bool captures = false;
  };

  ShogiBoard();
  /// Takes a piece out of the game, as handicaps do.
  void remove(int file, int rank);
  void set_to_move(int colour) { to_move_ = colour; }

  [[nodiscard]] int to_move() const { return to_move_; }
  [[nodiscard]] const Piece& at(int cell) const { return cells_[static_cast<std::size_t>(cell)]; }
  /// Every move of the side to move that takes no king.
  void list_moves(std::vector<Move>& moves) const;
  void play(const Move& move);
  /// Equal for equal positions.
  [[nodiscard]] std::uint64_t hash() const;

  /// "+7776FU".
  [[nodiscard]] std::string csa(const Move& move) const;
  /// The ranks and both hands as CSA lines, each after `prefix`.
  [[nodiscard]] std::string csa_position(const std::string& prefix) const;

 private:
  void list_piece_moves(int from, std::vector<Move>& moves) const;
  void add_move(int from, int to, std::vector<Move>& moves) const;
  void list_drops(std::vector<Move>& moves) const;
  [[nodiscard]] bool has_pawn_on(int column) const;

  std::array<Piece, 81> cells_{};
  std::array<std::array<std::uint8_t, 8>, 2> hands_{};
  int to_move_ = 0;
};

}  // namespace ludex::bench
