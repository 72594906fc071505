#pragma once

#include "core/per_thread.hpp"
#include "formats/sgf/sgf_compiler.hpp"
#include "formats/sgf/sgf_rules.hpp"
#include "games/api/key_table.hpp"
#include "games/api/script_op.hpp"
#include "games/api/script_reader.hpp"
#include "games/board/diagrams.hpp"
#include "games/board/pictures.hpp"
#include "games/board/stone_line.hpp"

#include <algorithm>
#include <cassert>
#include <memory>

namespace ludex {

/// What Hex and Twixt call a move that puts nothing on the board: "pass", "swap-pieces"; none for
/// any other.
[[nodiscard]] std::optional<std::string_view> plain_move_word(MoveKind kind);

/// GameRules::append_steps() of a script of ScriptOps: moves and setup, without whose turn it is.
void append_board_steps(std::span<const std::uint16_t> ops, std::vector<SequenceStep>& steps);

/// Scripts and keys of a game that SgfCompiler knows: what does not depend on its rules. A position
/// is its placement; each thread reuses its boards, which are large and have costly tables.
/// \tparam Game  see SgfCompiler
template <class Game>
class BoardRules : public SgfRules {
 public:
  using Board = typename Game::Board;

  void compile(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
               std::vector<PositionKey>* keys) const override {
    auto& compiler = per_thread<SgfCompiler<Game>, BoardRules>();
    out.clear();
    if (playable(game.info.size)) run(compiler, tree, game, lines, out, keys);
  }

  std::optional<PointRect> find_points(std::string_view value, BoardSize size) const override {
    return Game().find_rect(value, size);
  }

  void append_keys(std::span<const std::uint16_t> ops, BoardSize size, std::uint32_t first_ply,
                   std::uint32_t end_ply, std::vector<PositionKey>& keys) const override {
    if (!playable(size) || end_ply == 0) return;
    Board& board = thread_board();
    ScriptReader<Board> reader(ops, size, board);
    while (reader.next()) {
      if (reader.ply() >= first_ply) keys.push_back(board.key());
      if (reader.ply() + 1 >= end_ply) return;
    }
  }

  bool append_moments(std::span<const std::uint16_t> ops, BoardSize size,
                      std::span<const std::uint32_t> plies,
                      std::vector<std::uint64_t>& moments) const override {
    if (!playable(size) || plies.empty()) return playable(size);
    ScriptReader<Board> reader(ops, size, thread_board());
    while (!plies.empty() && reader.next()) {
      if (reader.ply() != plies.front()) continue;
      moments.push_back(reader.moment());
      plies = plies.subspan(1);
    }
    return true;
  }

  std::optional<Position> find_position(std::span<const std::uint16_t> ops, BoardSize size,
                                        std::uint32_t ply) const override {
    if (!playable(size)) return std::nullopt;
    ScriptReader<Board> reader(ops, size, thread_board());
    while (reader.next()) {
      if (reader.ply() == ply) return reader.position();
    }
    return std::nullopt;
  }

  // Uses its own board, because `visit` may request other positions.
  void walk(std::span<const std::uint16_t> ops, BoardSize size,
            const std::function<bool(const Position&)>& visit) const override {
    if (!playable(size)) return;
    const auto board = std::make_unique<Board>();
    ScriptReader<Board> reader(ops, size, *board);
    while (reader.next()) {
      if (!visit(reader.position())) return;
    }
  }

  void read_line(const LineSource& source, CellLine& line) const override {
    if (source.wants_links || !playable(source.size)) return GameRules::read_line(source, line);
    line.start(source.size, static_cast<std::size_t>(source.size.area()), source.keep);
    if constexpr (Board::kFeatures.keeps_stones) {
      // Who is to move may depend on links.
      if (!Board::kFeatures.has_links || !source.keep.to_move) {
        LastingStones stones(line);
        return StoneLineReader(source, line, stones).read();
      }
    }
    Board& board = thread_board();
    ScriptReader<Board> reader(source.ops, source.size, board);
    while (reader.next() && (reader.ply() == 0 || reader.ply() < source.main_positions)) {
      add_board_moment(reader, board, line);
    }
  }

  bool read_held(const LineSource& source, CellLine& line) const override {
    if constexpr (Board::kFeatures.keeps_stones || Board::kFeatures.takes_chains) {
      return playable(source.size) && read_held_stones(source, line);
    }
    return false;
  }

  void append_steps(std::span<const std::uint16_t> ops,
                    std::vector<SequenceStep>& steps) const override {
    append_board_steps(ops, steps);
  }
  bool are_plain_moves(std::span<const std::uint16_t> ops) const override {
    return std::ranges::all_of(
        ops, [](std::uint16_t op) { return script::kind_of(op) <= script::second_move; });
  }

  void append_setup(const Position& position, std::vector<std::uint16_t>& ops) const override {
    append_stones(position, ops);
    append_counts(position, ops);
    append_mark(script::position, ops);
    append_turn(position, ops);
  }

  PositionKey key_of(const Position& position) const override {
    assert(position.cells.size() == static_cast<std::size_t>(position.size.area()));
    const auto table = key_table(game(), position.size, symmetries(position.size));
    SymmetricHash hash;
    for (std::size_t point = 0; point < position.cells.size(); ++point) {
      const std::uint8_t colour = position.cells[point];
      if (colour != cell::kEmpty) hash.toggle(table->stone(static_cast<unsigned>(point), colour));
    }
    return table->key(hash);
  }

  std::span<const Orientation> symmetries(BoardSize size) const override {
    return orientations_of(size);
  }

  /// "pass", "swap-pieces", or the name of a point.
  std::string move_text(const Move& move, BoardSize size) const override {
    if (const auto word = plain_move_word(move.kind)) return std::string(*word);
    return point_name(move.point, size);
  }
  std::optional<Move> parse_move(std::string_view text, const Position& position) const override {
    const WrittenMove move = Game().read_move(text, position.size);
    switch (move.kind) {
      case WrittenMove::Kind::stone:
        return Move{.player = position.to_move, .point = move.point};
      case WrittenMove::Kind::pass:
        return Move{.kind = MoveKind::pass, .player = position.to_move};
      case WrittenMove::Kind::swap_pieces:
      case WrittenMove::Kind::swap_sides:
        return swap_move(move.kind, position);
      default:
        return std::nullopt;
    }
  }
  bool set_up(Position& position, std::uint8_t code, std::string_view value) const override {
    const auto rect = Game().find_rect(value, position.size);
    if (!rect) return false;
    Board& board = board_of(position);
    for (int y = rect->top; y <= rect->bottom; ++y) {
      for (int x = rect->left; x <= rect->right; ++x) {
        board.set(static_cast<Point>(y * position.size.width + x), code);
      }
    }
    board.describe(position);
    return true;
  }
  std::optional<Position> after(const Position& position, const Move& move) const override {
    const bool is_swap = move.kind == MoveKind::swap || move.kind == MoveKind::swap_sides;
    if (is_swap && !may_swap(position)) return std::nullopt;
    if (move.kind == MoveKind::swap_sides) return with_seats_exchanged(position, move);
    Board& board = board_of(position);
    if (move.kind == MoveKind::swap) {
      if constexpr (Board::kFeatures.swaps_pieces) board.swap_pieces(move.player);
    } else if (!play(move, board)) {
      return std::nullopt;
    }
    Position next = next_of(position, move);
    board.describe(next);
    return next;
  }

 protected:
  using SgfRules::SgfRules;

  [[nodiscard]] virtual std::string point_name(Point point, BoardSize size) const = 0;

  /// Plays a move that is no swap. \returns false, the board being as it may, where the rules
  /// forbid it: a stone goes on an empty point, and has to turn a disc in Othello.
  [[nodiscard]] virtual bool play(const Move& move, Board& board) const {
    return move.kind != MoveKind::stone ||
           (board.play(move.player, move.point) & (kOccupied | kNoFlip)) == 0;
  }

  [[nodiscard]] static Board& thread_board() { return per_thread<Board, BoardRules>(); }

  static void add_board_moment(const ScriptReader<Board>& reader, const Board& board,
                               CellLine& line) {
    const auto last = board.turn().last;
    const auto mover = board.turn().mover;
    const auto area = static_cast<Point>(board.size().area());
    if (last == Turn::Last::stone) line.place(board.turn().point, mover);
    for (Point point = 0; point < area; ++point) {
      const std::uint8_t code = board.at(point);
      if (line.now(point) == code) continue;
      if (last == Turn::Last::swap && code != cell::kEmpty) {
        line.place(point, code);
      } else {
        line.set(point, code);
      }
    }
    line.end_moment(cell::of(reader.to_move()));
  }

  /// This thread's board with the stones of a position.
  [[nodiscard]] virtual Board& board_of(const Position& position) const {
    Board& board = thread_board();
    board.reset(position.size);
    for (Point point = 0; point < position.cells.size(); ++point) {
      board.set(point, position.cells[point]);
    }
    return board;
  }

  /// Setup that makes the board of `position` out of the one before any move.
  void append_stones(const Position& position, std::vector<std::uint16_t>& ops) const {
    const Position start = start_position(position.size);
    for (Point point = 0; point < position.cells.size(); ++point) {
      const std::uint8_t code = position.cells[point];
      if (code == start.cells[point]) continue;
      const script::Kind colour = code == cell::kFirst ? script::add_first : script::add_second;
      append_op(code == cell::kEmpty ? script::clear : colour, point, ops);
    }
  }
  static void append_turn(const Position& position, std::vector<std::uint16_t>& ops) {
    const bool is_first = position.to_move == Player::first;
    append_mark(is_first ? script::first_to_play : script::second_to_play, ops);
  }

 private:
  // Not inlined: the address of a thread's own compiler would be worked out again for each access.
  [[gnu::noinline]] static void run(SgfCompiler<Game>& compiler, const SgfTree& tree,
                                    const SgfGame& game, Lines lines, ReplayScript& out,
                                    std::vector<PositionKey>* keys) {
    compiler.run(tree, game, lines, out, keys);
  }

  /// True if there is one stone to take over, and no swap so far.
  [[nodiscard]] static bool may_swap(const Position& position) {
    const auto is_stone = [](std::uint8_t code) { return code != cell::kEmpty; };
    const auto last = position.last_move.value_or(Move{}).kind;
    return last != MoveKind::swap && last != MoveKind::swap_sides &&
           std::count_if(position.cells.begin(), position.cells.end(), is_stone) == 1;
  }
  /// The swap meant by a query's word; on an oblong board only seats can be exchanged.
  [[nodiscard]] static Move swap_move(WrittenMove::Kind kind, const Position& position) {
    const bool is_pieces = kind == WrittenMove::Kind::swap_pieces && position.size.is_square();
    return {.kind = is_pieces ? MoveKind::swap : MoveKind::swap_sides, .player = position.to_move};
  }
  /// The players have exchanged seats: pieces and the color to move stay. No ply.
  [[nodiscard]] static Position with_seats_exchanged(const Position& position, const Move& move) {
    Position next = position;
    next.last_move = move;
    next.next_move.reset();
    return next;
  }

  /// The position after a move, with everything but the stones and the captures: to be filled in.
  [[nodiscard]] static Position next_of(const Position& position, const Move& move) {
    Position next = position;
    next.passes = move.kind == MoveKind::pass ? position.passes + 1 : 0;
    next.parent_ply = static_cast<std::int32_t>(position.ply);
    next.ply = position.ply + 1;
    next.last_move = move;
    next.next_move.reset();
    next.to_move = opponent(move.player);
    return next;
  }
};

/// The rules of a game whose stones stand on the crossings of lines.
/// \tparam column_name  what diagrams and pictures call a column, counted from 0
template <class Game, std::string column_name(int) = go_column_name>
class CrossingRules : public BoardRules<Game> {
 public:
  std::string draw(const Position& position, const Diagram& diagram) const override {
    return draw_lines(position, diagram, column_name);
  }
  PaintedBoard paint(const Position& position, const PictureView& view,
                     PictureCanvas& canvas) const override {
    return paint_lines(position, view, canvas, column_name);
  }
  MarkRoom mark_room(const PointRect& part) const override { return line_mark_room(part); }
  std::string diagram_point(Point point, BoardSize size) const override {
    return line_point_name(point, size, column_name);
  }

 protected:
  using BoardRules<Game>::BoardRules;
};

}  // namespace ludex
