#pragma once

#include "core/shogi.hpp"
#include "formats/game_info.hpp"
#include "ludex/types.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {

/// A piece on the board of a start position.
struct CsaPiece {
  Player owner = Player::first;
  shogi::Piece piece = shogi::Piece::none;
  shogi::Square square;
};

/// What stands before the first move. Sente is Player::first, gote Player::second.
struct CsaStart {
  std::vector<CsaPiece> pieces;                                        ///< no two on one square
  std::array<std::array<std::uint8_t, shogi::kHandKinds>, 2> hands{};  ///< [seat - 1][pawn 0 ...]
  Player to_move = Player::first;
};

/// A move as written, not judged: the piece is the one after the move.
struct CsaMove {
  Player player = Player::first;
  std::optional<shogi::Square> from;  ///< none: a drop (written 00)
  shogi::Square to;
  shogi::Piece piece = shogi::Piece::none;
  std::optional<double> seconds;   ///< spent on it (T)
  std::uint32_t offset_bytes = 0;  ///< in the record
  std::string comment;  ///< the lines that follow it, with what stood behind "'"; "\n" between
};

/// One %MATTA: the player who moves next took a move back, and what had followed it; one more for
/// each %MATTA that follows. Where no move follows, nothing is known to be taken back.
struct CsaTakeBack {
  std::size_t moves = 0;     ///< so many of CsaGame::moves stand before it in the record
  std::size_t standing = 0;  ///< so many of the moves then on the board stayed
  std::optional<double> seconds;
  std::string comment;  ///< the lines that follow it
};

/// One CSA record: its game info, where it starts, and the moves up to its end mark.
struct CsaGame {
  GameInfo info;
  CsaStart start;
  std::vector<CsaMove> moves;           ///< in the order of the record, those taken back too
  std::vector<CsaTakeBack> take_backs;  ///< without one that is the end mark
  /// Without the "%": "TORYO", "+ILLEGAL_ACTION"; "MATTA" only if the record ends with it. Empty:
  /// none written.
  std::string end_mark;
  std::optional<double> end_seconds;
  std::string version;        ///< "2.2", "3.0"; empty: no version line
  std::string start_comment;  ///< the comment lines before the first move
  /// For each line of start_comment, the line that it stood before: "N+", "N-", "$EVENT" ("$TIME"
  /// for every clock), "P" (any of the position), "+" (the turn); empty: behind the turn.
  std::vector<std::string> comment_places;
  std::string end_comment;  ///< the comment lines behind the end mark
  /// What stood behind the end mark and does not count: moves, their times, other end marks.
  std::vector<std::string> late_lines;
};

/// The moves that nobody took back: their places in CsaGame::moves, ascending.
[[nodiscard]] std::vector<std::size_t> standing_moves(const CsaGame& game);

}  // namespace ludex
