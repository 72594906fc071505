#include "core/shogi.hpp"
#include "formats/kif/kif.hpp"
#include "formats/kif/kif_lines.hpp"
#include "formats/kif/kif_words.hpp"
#include "games/shogi/board.hpp"
#include "games/shogi/kif_move_text.hpp"
#include "games/shogi/move_text.hpp"
#include "games/shogi/relative_move.hpp"
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

constexpr auto kUnplayed = static_cast<std::uint32_t>(-1);

std::string square_name(Square square) {
  return fmt::format("{}{}", kif_wide_digit(square.file), kif_rank_name(square.rank));
}

/// As PSN writes it: "P7g-7f", "P*7f".
std::string written_western(const ShogiMove& move) {
  const auto square = [](Square at) {
    return fmt::format("{}{}", at.file, static_cast<char>('a' + at.rank - 1));
  };
  std::string text(cell_letters(cell_of(Player::first, move.piece)));
  if (move.drops) text += '*';
  if (move.from) text += square(*move.from) + "-";
  if (move.from_file != 0) text += static_cast<char>('0' + move.from_file);
  if (move.from_rank != 0) text += static_cast<char>('a' + move.from_rank - 1);
  text += move.finds_to ? "x" : square(move.to);
  if (move.promotes) text += '+';
  return text;
}

std::string written(const ShogiMove& move) {
  return fmt::format(
      "{}{}{}{}{}", square_name(move.to), kif_piece_name(move.piece), move.promotes ? "成" : "",
      move.drops ? "打" : "",
      move.from ? fmt::format("({}{})", move.from->file, move.from->rank) : std::string());
}

/// Why a move of a piece that is there cannot be played; empty if it can.
std::string why_not(const ShogiMove& move, BoardMove played, const Board& board) {
  switch (board.fault_of(played)) {
    case Fault::none:
      return {};
    case Fault::not_in_hand:
      return fmt::format("no {} in hand", kif_piece_name(move.piece));
    case Fault::occupied:
      return fmt::format("{} is occupied", square_name(move.to));
    case Fault::own_piece_taken:
      return fmt::format("the mover's own piece is on {}", square_name(move.to));
    case Fault::cannot_promote:
      return fmt::format("{} cannot promote", kif_piece_name(move.piece));
    case Fault::others_piece:
      return "the piece is the other player's";
    case Fault::empty_origin:
    case Fault::off_board:
      break;
  }
  return "no piece there";
}

/// A move that names its origin.
std::string resolve_step(const ShogiMove& move, const Board& board, BoardMove& played) {
  played = {point_of(*move.from), point_of(move.to), move.promotes};
  const std::uint8_t there = board.at(played.from);
  const bool is_own = there != cell::kEmpty && owner_of(there) == board.to_move();
  const Piece piece = piece_of(there);
  if (is_own && move.piece_after != Piece::none) {
    played.promotes = can_promote(piece) && promoted(piece) == move.piece_after;
    if (!played.promotes && piece != move.piece_after) {
      return fmt::format("{} is on {}{}", kif_piece_name(piece), move.from->file, move.from->rank);
    }
  }
  if (is_own && move.piece != Piece::none && piece != move.piece) {
    return fmt::format("{} is on {}{}", kif_piece_name(piece), move.from->file, move.from->rank);
  }
  return why_not(move, played, board);
}

/// A move of PSN that names a part of its origin, or no destination.
/// \param last  where the move before went
std::string resolve_part(const ShogiMove& move, const Board& board,
                         std::optional<std::uint8_t> last, BoardMove& played) {
  const FoundMove found =
      move.finds_to ? find_capture(board, move, last) : find_step(board, move, point_of(move.to));
  if (found.is_ambiguous) return "more than one such piece can go there";
  if (!found.move) return move.finds_to ? "no such piece can take anything" : "no such piece";
  played = *found.move;
  return why_not(move, played, board);
}

/// Finds a move on the board. \returns why there is none; empty: `played` is it
std::string resolve(const ShogiMove& move, const Board& board, std::optional<std::uint8_t> last,
                    BoardMove& played) {
  if (move.player && *move.player != board.to_move()) {
    return fmt::format("it is the turn of {}", board.to_move() == Player::first ? "▲" : "△");
  }
  if (move.from) return resolve_step(move, board, played);
  if (move.finds_to || move.from_file != 0 || move.from_rank != 0) {
    return resolve_part(move, board, last, played);
  }
  const std::uint8_t to = point_of(move.to);
  if (!move.drops) {
    const FoundOrigin origin = find_origin(board, to, move.piece, move.relative);
    if (origin.is_ambiguous) {
      return fmt::format("more than one {} can go there", kif_piece_name(move.piece));
    }
    if (origin.from) {
      played = {*origin.from, to, move.promotes};
      return why_not(move, played, board);
    }
  }
  if (move.piece == Piece::none || is_promoted(move.piece) || move.piece == Piece::king) {
    return fmt::format("no {} can go there", kif_piece_name(move.piece));
  }
  const auto kind = static_cast<std::uint8_t>(hand_kind(move.piece));
  played = {static_cast<std::uint8_t>(BoardMove::kDrop + kind), to, move.promotes};
  return why_not(move, played, board);
}

}  // namespace

std::optional<Move> parse_kif_move(std::string_view word, const Position& position) {
  std::optional<Square> last;
  if (position.last_move) last = square_of(position.last_move->point);
  ShogiMove move;
  if (!take_kif_move(word, last, move) || !word.empty()) return std::nullopt;
  Board board;
  board.load(position);
  BoardMove played;
  if (!resolve(move, board, std::nullopt, played).empty()) return std::nullopt;
  return to_move(played, position.to_move);
}

namespace {

/// Replays one record, all its lines; the board already has the start position.
class ShogiReplay {
 public:
  ShogiReplay(const ShogiGame& game, Board& board, ReplayScript& out,
              std::vector<PositionKey>* keys)
      : game_(game), board_(board), out_(out), lines_(board, out, keys) {}

  void run() {
    const auto& nodes = game_.nodes;
    if (has_several_lines()) lines_.expect_branches();
    plies_of_.assign(nodes.size(), kUnplayed);
    destinations_.resize(nodes.size());
    std::int32_t before = -1;     // the node that the line goes on from
    std::int32_t stands_at = -1;  // the node that the board stands at
    bool branches = false;        // the next move that is played begins a line
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      if (nodes[i].is_end) {
        before = kEnded;
        continue;
      }
      const std::int32_t parent = nodes[i].parent;
      if (parent != before) {
        branches = true;
        end_main_line();
      }
      before = static_cast<std::int32_t>(i);
      const std::uint32_t ply = ply_of(parent);
      if (ply == kUnplayed) continue;
      if (parent != stands_at) lines_.go_to(ply);
      stands_at = parent;
      BoardMove move;
      if (!can_play(nodes[i], move)) continue;
      if (branches) lines_.add_branch(ply);
      branches = false;
      plies_of_[i] = lines_.play(i, move);
      destinations_[i] = move.to;
      stands_at = before;
    }
    end_main_line();
  }

 private:
  [[nodiscard]] bool has_several_lines() const {
    std::int32_t last = -1;
    for (std::size_t i = 0; i < game_.nodes.size(); ++i) {
      const ShogiNode& node = game_.nodes[i];
      if (!node.is_end && node.parent != last) return true;
      last = node.is_end ? kEnded : static_cast<std::int32_t>(i);
    }
    return false;
  }

  [[nodiscard]] std::uint32_t ply_of(std::int32_t node) const {
    return node < 0 ? 0 : plies_of_[static_cast<std::size_t>(node)];
  }

  [[nodiscard]] std::uint8_t to_of(std::int32_t node) const {
    return destinations_[static_cast<std::size_t>(node)];
  }

  /// Notes why not. An unreadable move was noted when it was read.
  bool can_play(const ShogiNode& node, BoardMove& move) {
    const auto ply = static_cast<std::int32_t>(lines_.next_ply());
    if (!node.is_readable) {
      if (out_.first_illegal_ply < 0) out_.first_illegal_ply = ply;
      return false;
    }
    const auto last = node.parent < 0 ? std::nullopt : std::optional(to_of(node.parent));
    const std::string why = resolve(node.move, board_, last, move);
    if (why.empty()) return true;
    if (out_.first_illegal_ply < 0) out_.first_illegal_ply = ply;
    if (out_.problems.size() >= kMostProblems) {
      ++out_.problems_left_out;
    } else {
      out_.problems.push_back(
          {ProblemKind::impossible_move,
           ply,
           node.offset_bytes,
           fmt::format("{}: {}",
                       game_.notation == ShogiNotation::western ? written_western(node.move)
                                                                : written(node.move),
                       why),
           {}});
    }
    return false;
  }

  void end_main_line() {
    if (main_ended_) return;
    main_ended_ = true;
    lines_.end_main_line();
  }

  static constexpr std::size_t kMostProblems = 100;
  static constexpr std::int32_t kEnded = -2;  // no node: what follows an end begins a line

  const ShogiGame& game_;
  Board& board_;
  ReplayScript& out_;
  ScriptLines lines_;
  bool main_ended_ = false;
  std::vector<std::uint32_t> plies_of_;     // by node
  std::vector<std::uint8_t> destinations_;  // of the moves that were played, by node
};

ShogiPlayed played_of(const Board& board, BoardMove move) {
  ShogiPlayed played;
  played.is_played = true;
  played.player = board.to_move();
  played.to = square_of(move.to);
  if (board.at(move.to) != cell::kEmpty) played.taken = piece_of(board.at(move.to));
  if (move.is_drop()) {
    played.piece = piece_in_hand(move.kind());
    played.ambiguous_drop = find_origin(board, move.to, played.piece, 0).from ||
                            find_origin(board, move.to, played.piece, 0).is_ambiguous;
    return played;
  }
  played.from = square_of(move.from);
  played.piece = piece_of(board.at(move.from));
  played.promotes = move.promotes;
  const auto in_zone = [&](Square square) {
    return played.player == Player::first ? square.rank <= 3 : square.rank >= 7;
  };
  played.could_promote = can_promote(played.piece) && (in_zone(*played.from) || in_zone(played.to));
  played.relative = relative_of(board, move);
  played.is_unreachable =
      find_origin(board, move.to, played.piece, played.relative).from != move.from;
  return played;
}

/// The board before a move. What it took is left out: that has no part in the name of a move.
Board board_before(const Move& move, BoardMove played, const Position& around) {
  Board board;
  board.load(around);
  board.set_to_move(move.player);
  const bool is_played = played.is_drop() || around.cells[played.from] == cell::kEmpty;
  if (!is_played) return board;
  if (!played.is_drop()) {
    const Piece piece = piece_of(around.cells[played.to]);
    board.set(played.from, cell_of(move.player, move.promotes ? unpromoted(piece) : piece));
  }
  board.set(played.to, cell::kEmpty);
  return board;
}

}  // namespace

std::string japanese_text(const Move& move, const Position& around, std::optional<Point> last_to) {
  const BoardMove played = to_board_move(move);
  const Board board = board_before(move, played, around);
  return ki2_move_text(played_of(board, played), last_to == std::optional(move.point));
}

}  // namespace shogi

void compile_shogi(const ShogiGame& game, ReplayScript& out, std::vector<PositionKey>* keys) {
  using namespace shogi;
  out.clear();
  Board board;
  set_up_start(game.start, board, out.ops);
  if (keys != nullptr) keys->push_back(board.key());
  if (out.wants_node_plies) out.node_plies.assign(game.nodes.size(), kNoPly);
  ShogiReplay(game, board, out, keys).run();
}

std::vector<ShogiPlayed> play_shogi(const ShogiGame& game) {
  using namespace shogi;
  ReplayScript script;
  script.wants_node_plies = true;
  compile_shogi(game, script, nullptr);
  std::vector<std::size_t> nodes_of(script.total_positions);
  for (std::size_t i = 0; i < game.nodes.size(); ++i) {
    if (script.node_plies[i] != kNoPly) nodes_of[script.node_plies[i]] = i;
  }
  std::vector<ShogiPlayed> played(game.nodes.size());
  std::vector<std::uint16_t> start;
  Board board;
  set_up_start(game.start, board, start);
  board.keep_journal();
  LineKeeper<Board> keeper(board);
  keeper.end_ply(0, 0);
  std::size_t at = start.size();
  while (at < script.ops.size()) {
    if (script.ops[at] == ops::kBranch) {
      keeper.go_to(script.ops[at + 1] | std::uint32_t{script.ops[at + 2]} << 16, script.ops);
      at += ops::kBranchWords;
      continue;
    }
    const BoardMove move = ops::move_of(script.ops[at]);
    played[nodes_of[keeper.count()]] = played_of(board, move);
    board.play(move);
    ++at;
    keeper.end_ply(at - 1, at);
  }
  return played;
}

}  // namespace ludex
