#include "games/shogi/relative_move.hpp"

#include "formats/shogi/shogi_game.hpp"
#include "games/shogi/cells.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

namespace ludex::shogi {
namespace {

using namespace shogi_relative;
using Cells = std::array<std::uint8_t, kSquares>;

int row_of(std::uint8_t point) { return point / kSide; }
int column_of(std::uint8_t point) { return point % kSide; }

/// How far `to` lies ahead of `from`, and to the right of it, as the player sees it.
struct Way {
  int ahead, right;
};
Way way_of(std::uint8_t from, std::uint8_t to, Player player) {
  const int sign = player == Player::first ? 1 : -1;
  return {sign * (row_of(from) - row_of(to)), sign * (column_of(to) - column_of(from))};
}

bool steps_like_gold(Way way) {
  return std::abs(way.right) <= 1 && std::abs(way.ahead) <= 1 &&
         (way.right != 0 || way.ahead != 0) && !(way.ahead == -1 && way.right != 0);
}

bool is_way_clear(const Cells& cells, std::uint8_t from, std::uint8_t to) {
  const int rows = row_of(to) - row_of(from);
  const int columns = column_of(to) - column_of(from);
  const int steps = std::max(std::abs(rows), std::abs(columns));
  const int step = (rows > 0 ? 9 : rows < 0 ? -9 : 0) + (columns > 0 ? 1 : columns < 0 ? -1 : 0);
  for (int i = 1; i < steps; ++i) {
    if (cells[static_cast<std::size_t>(from + i * step)] != cell::kEmpty) return false;
  }
  return true;
}

/// True if the piece on `from` moves to `to`, whatever stands there.
bool reaches(const Cells& cells, std::uint8_t from, std::uint8_t to) {
  if (from == to) return false;
  const Player player = owner_of(cells[from]);
  const Way way = way_of(from, to, player);
  const bool one_step = std::abs(way.ahead) <= 1 && std::abs(way.right) <= 1;
  const bool straight = way.ahead == 0 || way.right == 0;
  const bool diagonal = std::abs(way.ahead) == std::abs(way.right);
  switch (piece_of(cells[from])) {
    case Piece::pawn:
      return way.ahead == 1 && way.right == 0;
    case Piece::lance:
      return way.right == 0 && way.ahead > 0 && is_way_clear(cells, from, to);
    case Piece::knight:
      return way.ahead == 2 && std::abs(way.right) == 1;
    case Piece::silver:
      return one_step && (diagonal || (way.ahead == 1 && way.right == 0));
    case Piece::bishop:
      return diagonal && is_way_clear(cells, from, to);
    case Piece::horse:
      return one_step || (diagonal && is_way_clear(cells, from, to));
    case Piece::rook:
      return straight && is_way_clear(cells, from, to);
    case Piece::dragon:
      return one_step || (straight && is_way_clear(cells, from, to));
    case Piece::king:
      return one_step;
    case Piece::none:
      return false;
    default:
      return steps_like_gold(way);
  }
}

/// True if the mover's king could be taken after the move.
bool leaves_king(const Board& board, std::uint8_t from, std::uint8_t to) {
  Cells cells = board.cells();
  cells[to] = cells[from];
  cells[from] = cell::kEmpty;
  const std::uint8_t king = cell_of(board.to_move(), Piece::king);
  const auto found = std::ranges::find(cells, king);
  if (found == cells.end()) return false;
  const auto at = static_cast<std::uint8_t>(found - cells.begin());
  for (std::uint8_t point = 0; point < kSquares; ++point) {
    const bool is_others =
        cells[point] != cell::kEmpty && owner_of(cells[point]) != board.to_move();
    if (is_others && reaches(cells, point, at)) return true;
  }
  return false;
}

/// The pieces of a kind that reach a point; few.
struct Candidates {
  std::array<std::uint8_t, kSquares> points{};
  std::size_t count = 0;
  void add(std::uint8_t point) { points[count++] = point; }
  template <class Keep>
  void keep_if(const Keep& keep) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < count; ++i) {
      if (keep(points[i])) points[kept++] = points[i];
    }
    count = kept;
  }
};

Candidates candidates_of(const Board& board, std::uint8_t to, Piece piece) {
  Candidates found;
  const std::uint8_t code = cell_of(board.to_move(), piece);
  for (std::uint8_t point = 0; point < kSquares; ++point) {
    if (board.at(point) == code && reaches(board.cells(), point, to)) found.add(point);
  }
  return found;
}

std::uint8_t motion_of(Way way) { return way.ahead > 0 ? kUp : way.ahead < 0 ? kDown : kSideways; }

/// How far right a piece starts, as the player sees it.
int rightness(std::uint8_t point, Player player) {
  return player == Player::first ? column_of(point) : -column_of(point);
}

/// Keeps those that start furthest on one side.
void keep_outermost(Candidates& found, Player player, bool right) {
  int outermost = -100;
  const int sign = right ? 1 : -1;
  for (std::size_t i = 0; i < found.count; ++i) {
    outermost = std::max(outermost, sign * rightness(found.points[i], player));
  }
  found.keep_if([&](std::uint8_t point) { return sign * rightness(point, player) == outermost; });
}

bool is_gold_like(Piece piece) {
  return piece != Piece::horse && piece != Piece::dragon && piece != Piece::rook &&
         piece != Piece::bishop;
}

void apply_words(Candidates& found, std::uint8_t to, Player player, std::uint8_t words) {
  const auto way = [&](std::uint8_t point) { return way_of(point, to, player); };
  if ((words & kStraight) != 0) {
    found.keep_if(
        [&](std::uint8_t point) { return way(point).ahead > 0 && way(point).right == 0; });
  }
  if ((words & (kUp | kDown | kSideways)) != 0) {
    found.keep_if([&](std::uint8_t point) { return (motion_of(way(point)) & words) != 0; });
  }
  if ((words & (kRight | kLeft)) != 0) keep_outermost(found, player, (words & kRight) != 0);
}

}  // namespace

FoundOrigin find_origin(const Board& board, std::uint8_t to, Piece piece, std::uint8_t relative) {
  Candidates found = candidates_of(board, to, piece);
  if (found.count > 1 && relative != 0) apply_words(found, to, board.to_move(), relative);
  if (found.count > 1) {
    found.keep_if([&](std::uint8_t point) { return !leaves_king(board, point, to); });
  }
  if (found.count == 0) return {};
  if (found.count > 1) return {std::nullopt, true};
  return {found.points[0], false};
}

FoundMove find_step(const Board& board, const ShogiMove& move, std::uint8_t to) {
  Candidates found = candidates_of(board, to, move.piece);
  found.keep_if([&](std::uint8_t point) {
    const Square from = square_of(point);
    return (move.from_file == 0 || from.file == move.from_file) &&
           (move.from_rank == 0 || from.rank == move.from_rank);
  });
  if (found.count > 1) {
    found.keep_if([&](std::uint8_t point) { return !leaves_king(board, point, to); });
  }
  if (found.count == 0) return {};
  if (found.count > 1) return {std::nullopt, true};
  return {BoardMove{found.points[0], to, move.promotes}, false};
}

FoundMove find_capture(const Board& board, const ShogiMove& move,
                       std::optional<std::uint8_t> last) {
  const auto is_others = [&](std::uint8_t point) {
    return board.at(point) != cell::kEmpty && owner_of(board.at(point)) != board.to_move();
  };
  if (last && is_others(*last)) {
    const FoundMove found = find_step(board, move, *last);
    if (found.move || found.is_ambiguous) return found;
  }
  FoundMove only;
  for (std::uint8_t point = 0; point < kSquares; ++point) {
    if (!is_others(point)) continue;
    const FoundMove found = find_step(board, move, point);
    if (found.is_ambiguous || (found.move && only.move)) return {std::nullopt, true};
    if (found.move) only = found;
  }
  return only;
}

std::uint8_t relative_of(const Board& board, BoardMove move) {
  const Piece piece = piece_of(board.at(move.from));
  const Player player = board.to_move();
  const Candidates all = candidates_of(board, move.to, piece);
  if (all.count < 2) return 0;
  const Way way = way_of(move.from, move.to, player);
  const auto names_it = [&](std::uint8_t words) {
    Candidates found = all;
    apply_words(found, move.to, player, words);
    return found.count == 1 && found.points[0] == move.from;
  };
  const std::uint8_t motion = motion_of(way);
  if (names_it(motion)) return motion;
  if (is_gold_like(piece) && way.ahead == 1 && way.right == 0) return kStraight;
  for (const std::uint8_t side : {kRight, kLeft}) {
    if (names_it(side)) return side;
  }
  for (const std::uint8_t side : {kRight, kLeft}) {
    const auto both = static_cast<std::uint8_t>(side | motion);
    if (names_it(both)) return both;
  }
  return motion;
}

}  // namespace ludex::shogi
