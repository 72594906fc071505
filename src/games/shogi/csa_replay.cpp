#include "formats/csa/csa.hpp"

#include "games/shogi/board.hpp"
#include "games/shogi/script_lines.hpp"
#include "games/shogi/script_reader.hpp"
#include "games/shogi/start_script.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ludex {
namespace shogi {
namespace {

std::string square_text(Square square) { return fmt::format("{}{}", square.file, square.rank); }
char sign(Player player) { return player == Player::first ? '+' : '-'; }

std::string move_text(const CsaMove& move) {
  return fmt::format("{}{}{}{}", sign(move.player), move.from ? square_text(*move.from) : "00",
                     square_text(move.to), csa_name(move.piece));
}

std::string cell_text(std::uint8_t code) {
  return fmt::format("{}{}", sign(owner_of(code)), csa_name(piece_of(code)));
}

/// \pre the move is a drop of a piece that can be in hand, or starts from a square
BoardMove board_move_of(const CsaMove& move, const Board& board) {
  const std::uint8_t to = point_of(move.to);
  if (!move.from) {
    return {static_cast<std::uint8_t>(BoardMove::kDrop + hand_kind(move.piece)), to, false};
  }
  const std::uint8_t from = point_of(*move.from);
  return {from, to, piece_of(board.at(from)) != move.piece};
}

/// Checks the sign and the piece of a move against the board. Empty if they are correct.
std::string contradiction(const CsaMove& move, const Board& board) {
  if (move.player != board.to_move()) {
    return fmt::format("it is the turn of {}", sign(board.to_move()));
  }
  if (!move.from) {
    if (is_promoted(move.piece)) return "a promoted piece cannot be dropped";
    return move.piece == Piece::king ? "a king cannot be dropped" : "";
  }
  const std::uint8_t there = board.at(point_of(*move.from));
  if (there == cell::kEmpty || owner_of(there) != move.player) return {};
  const Piece piece = piece_of(there);
  if (move.piece == piece || (can_promote(piece) && move.piece == promoted(piece))) return {};
  return fmt::format("{} on {} does not become {}", csa_name(piece), square_text(*move.from),
                     csa_name(move.piece));
}

std::string explanation(Fault fault, const CsaMove& move, const Board& board) {
  if (fault == Fault::none) return {};
  const std::string from = move.from ? square_text(*move.from) : "00";
  const auto at = [&](Square square) { return cell_text(board.at(point_of(square))); };
  switch (fault) {
    case Fault::empty_origin:
      return fmt::format("no piece on {}", from);
    case Fault::others_piece:
      return fmt::format("{} on {} is the other player's", at(*move.from), from);
    case Fault::not_in_hand:
      return fmt::format("no {} in hand", csa_name(move.piece));
    case Fault::occupied:
      return fmt::format("{} is occupied by {}", square_text(move.to), at(move.to));
    case Fault::own_piece_taken:
      return fmt::format("{} on {} is the mover's own", at(move.to), square_text(move.to));
    default:
      return {};
  }
}

/// Why the move cannot be played; empty if it can.
std::string why_impossible(const CsaMove& move, const Board& board) {
  std::string why = contradiction(move, board);
  if (!why.empty()) return why;
  return explanation(board.fault_of(board_move_of(move, board)), move, board);
}

constexpr auto kNoMove = static_cast<std::size_t>(-1);

/// By move of a record: the one before it on its line, or kNoMove.
std::vector<std::size_t> moves_before(const CsaGame& game) {
  std::vector<std::size_t> before, standing;
  auto taken = game.take_backs.begin();
  for (std::size_t move = 0; move < game.moves.size(); ++move) {
    for (; taken != game.take_backs.end() && taken->moves == move; ++taken) {
      standing.resize(taken->standing);
    }
    before.push_back(standing.empty() ? kNoMove : standing.back());
    standing.push_back(move);
  }
  return before;
}

/// Replays one record; the board already has the start position.
class CsaReplay {
 public:
  CsaReplay(const CsaGame& game, Board& board, ReplayScript& out, std::vector<PositionKey>* keys)
      : game_(game), board_(board), out_(out), lines_(board, out, keys) {}

  void run_single_line() {
    for (std::size_t move = 0; move < game_.moves.size(); ++move) {
      if (!can_play(game_.moves[move])) break;
      play(move);
    }
    lines_.end_main_line();
  }

  void run_lines() {
    plies_of_.resize(game_.moves.size());
    lines_.expect_branches();
    std::vector<bool> stands(game_.moves.size());
    for (const std::size_t move : standing_moves(game_)) stands[move] = true;
    for (std::size_t move = 0; move < stands.size(); ++move) {
      if (!stands[move]) continue;
      if (!can_play(game_.moves[move])) break;
      play(move);
    }
    lines_.end_main_line();
    add_variations(stands);
  }

 private:
  void add_variations(const std::vector<bool>& stands) {
    const std::vector<std::size_t> moves_before_it = moves_before(game_);
    std::size_t last = kNoMove;
    for (std::size_t move = 0; move < stands.size(); ++move) {
      const std::size_t before = moves_before_it[move];
      const auto parent = before == kNoMove ? std::optional(0U) : plies_of_[before];
      if (stands[move] || !parent) continue;
      const bool begins_line = last == kNoMove || before != last;
      if (begins_line) lines_.go_to(*parent);
      last = can_play(game_.moves[move]) ? move : kNoMove;
      if (last == kNoMove) continue;
      if (begins_line) lines_.add_branch(*parent);
      play(move);
    }
  }

  /// Notes why not.
  bool can_play(const CsaMove& move) {
    const std::string why = why_impossible(move, board_);
    if (why.empty()) return true;
    const auto ply = static_cast<std::int32_t>(lines_.next_ply());
    if (out_.first_illegal_ply < 0) out_.first_illegal_ply = ply;
    out_.problems.push_back({ProblemKind::impossible_move, ply, move.offset_bytes,
                             fmt::format("{}: {}", move_text(move), why)});
    return false;
  }

  void play(std::size_t move) {
    const std::uint32_t ply = lines_.play(move, board_move_of(game_.moves[move], board_));
    if (!plies_of_.empty()) plies_of_[move] = ply;
  }

  const CsaGame& game_;
  Board& board_;
  ReplayScript& out_;
  ScriptLines lines_;
  std::vector<std::optional<std::uint32_t>> plies_of_;  // of several lines: by move
};

}  // namespace
}  // namespace shogi

void compile_csa(const CsaGame& game, ReplayScript& out, std::vector<PositionKey>* keys) {
  using namespace shogi;
  out.clear();
  Board board;
  set_up_start(game.start, board, out.ops);
  if (keys != nullptr) keys->push_back(board.key());
  if (out.wants_node_plies) out.node_plies.assign(game.moves.size(), kNoPly);
  CsaReplay replay(game, board, out, keys);
  if (game.take_backs.empty()) {
    replay.run_single_line();
  } else {
    replay.run_lines();
  }
}

}  // namespace ludex
