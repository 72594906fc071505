#include "replay/go/go_rules.hpp"

#include "replay/go/board.hpp"
#include "replay/go/go_sgf.hpp"
#include "replay/go/points.hpp"
#include "replay/line_diagram.hpp"
#include "replay/script_reader.hpp"
#include "replay/sgf_compiler.hpp"

#include <cassert>

namespace ludex::go {
namespace {

// Boards are large and their tables costly: each thread reuses its own.
Board& thread_board() {
  thread_local Board board;
  return board;
}

SgfCompiler<GoSgf>& thread_compiler() {
  thread_local SgfCompiler<GoSgf> compiler;
  return compiler;
}

}  // namespace

void GoRules::compile(const SgfTree& tree, const SgfGame& game, Lines lines, ReplayScript& out,
                      std::vector<PositionKey>* keys) const {
  out.clear();
  if (playable(game.info.size)) thread_compiler().run(tree, game, lines, out, keys);
}

void GoRules::append_keys(std::span<const std::uint16_t> ops, BoardSize size,
                          std::uint32_t first_ply, std::uint32_t end_ply,
                          std::vector<PositionKey>& keys) const {
  if (!playable(size) || end_ply == 0) return;
  Board& board = thread_board();
  ScriptReader<Board> reader(ops, size, board);
  while (reader.next()) {
    if (reader.ply() >= first_ply) keys.push_back(board.key());
    if (reader.ply() + 1 >= end_ply) return;
  }
}

PositionKey GoRules::key_of(const Position& position) const {
  assert(position.cells.size() == static_cast<std::size_t>(position.size.area()));
  const auto table = key_table(GameType::go, position.size, orientations_of(position.size));
  SymmetricHash hash;
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    const std::uint8_t colour = position.cells[point];
    if (colour != cell::kEmpty) hash.toggle(table->stone(static_cast<unsigned>(point), colour));
  }
  return table->key(hash);
}

std::optional<Position> GoRules::find_position(std::span<const std::uint16_t> ops, BoardSize size,
                                               std::uint32_t ply) const {
  if (!playable(size)) return std::nullopt;
  ScriptReader<Board> reader(ops, size, thread_board());
  while (reader.next()) {
    if (reader.ply() == ply) return reader.position();
  }
  return std::nullopt;
}

// On a board of its own: `visit` may ask for other positions.
void GoRules::walk(std::span<const std::uint16_t> ops, BoardSize size,
                   const std::function<bool(const Position&)>& visit) const {
  if (!playable(size)) return;
  const auto board = std::make_unique<Board>();
  ScriptReader<Board> reader(ops, size, *board);
  while (reader.next()) {
    if (!visit(reader.position())) return;
  }
}

std::span<const Orientation> GoRules::symmetries(BoardSize size) const {
  return orientations_of(size);
}

bool GoRules::playable(BoardSize size) const {
  return size.width >= 1 && size.width <= kMaxSide && size.height >= 1 && size.height <= kMaxSide;
}

std::string GoRules::move_text(const Move& move, BoardSize size) const {
  if (move.kind == MoveKind::pass) return "pass";
  if (move.kind == MoveKind::no_move) return "none";
  return point_text(move.point, size);
}

std::optional<Move> GoRules::parse_move(std::string_view text, const Position& position) const {
  const WrittenMove move = read_move(text, position.size);
  const Player player = position.to_move;
  if (move.kind == WrittenMove::Kind::stone) return Move{MoveKind::stone, player, move.point};
  if (move.kind == WrittenMove::Kind::pass) return Move{MoveKind::pass, player, 0};
  return std::nullopt;
}

Position GoRules::start_position(BoardSize size) const {
  Position position;
  position.size = size;
  position.cells.assign(static_cast<std::size_t>(size.area()), cell::kEmpty);
  return position;
}

std::optional<Position> GoRules::after(const Position& position, const Move& move) const {
  const bool is_stone = move.kind == MoveKind::stone;
  if (is_stone && position.cells[move.point] != cell::kEmpty) return std::nullopt;
  Board& board = thread_board();
  board.reset(position.size);
  for (std::size_t point = 0; point < position.cells.size(); ++point) {
    board.set(static_cast<Point>(point), position.cells[point]);
  }
  Position next = position;
  if (is_stone) board.play(move.player, move.point);
  for (std::size_t side = 0; side < 2; ++side) next.captures[side] += board.turn().captures[side];
  next.cells = board.cells();
  next.passes = move.kind == MoveKind::pass ? position.passes + 1 : 0;
  next.parent_ply = static_cast<std::int32_t>(position.ply);
  next.ply = position.ply + 1;
  next.last_move = move;
  next.next_move.reset();
  next.to_move = opponent(move.player);
  return next;
}

bool GoRules::set_up(Position& position, std::uint8_t code, std::string_view value) const {
  const auto rect = find_rect(value, position.size);
  if (!rect) return false;
  for (int y = rect->top; y <= rect->bottom; ++y) {
    for (int x = rect->left; x <= rect->right; ++x) {
      position.cells[static_cast<std::size_t>(y * position.size.width + x)] = code;
    }
  }
  return true;
}

std::string GoRules::draw(const Position& position, bool ascii) const {
  return draw_lines(position, ascii);
}

}  // namespace ludex::go
