#include "games/crossword/state.hpp"

#include <algorithm>

namespace ludex::crossword {

Position to_position(const CgpPosition& state, std::size_t seat_to_move) {
  Position position;
  position.game = GameType::crossword;
  position.size = state.size;
  position.cells = state.cells;
  position.passes = state.zero_turns;
  position.to_move = static_cast<Player>(seat_to_move + 1);
  CrosswordState& crossword = position.crossword.emplace();
  crossword.names = state.names;
  crossword.racks = state.racks;
  crossword.scores = state.scores;
  crossword.opcodes = state.opcodes;
  crossword.last_move = state.last_move;
  crossword.seat = static_cast<std::uint32_t>(seat_to_move + 1);
  return position;
}

CgpPosition to_state(const Position& position) {
  const CrosswordState& crossword = position.crossword.value();
  CgpPosition state;
  state.size = position.size;
  state.names = crossword.names;
  state.cells = position.cells;
  state.racks = crossword.racks;
  state.scores = crossword.scores;
  state.zero_turns = position.passes;
  state.opcodes = crossword.opcodes;
  state.last_move = crossword.last_move;
  return state;
}

std::optional<Problem> forget_game(CgpPosition& state) {
  const auto games =
      std::erase_if(state.opcodes.others, [](const auto& other) { return other.first == "gm"; });
  if (games < 2) return std::nullopt;
  return Problem{ProblemKind::bad_syntax, -1, 0, "gm is given twice", "gm"};
}

Move to_move(const CgpMove& move, const TileNames& names, BoardSize size, std::size_t seat) {
  using Kind = CgpMove::Kind;
  Move result;
  result.player = static_cast<Player>(seat + 1);
  switch (move.kind) {
    case Kind::pass:
      result.kind = MoveKind::pass;
      return result;
    case Kind::exchange_count:
      result.kind = MoveKind::exchange;
      result.tiles = std::to_string(move.count);
      return result;
    case Kind::exchange:
      result.kind = MoveKind::exchange;
      break;
    case Kind::play:
    case Kind::challenge:
      result.kind = move.kind == Kind::play ? MoveKind::play : MoveKind::withdraw;
      result.point = Point{move.row} * static_cast<Point>(size.width) + move.column;
      result.down = move.down;
      break;
  }
  for (const TileCode code : move.tiles) append_cgp_tile(names, code, result.tiles);
  return result;
}

std::string move_text(const Move& move, BoardSize size) {
  if (move.kind == MoveKind::exchange) return "-" + move.tiles;
  if (move.kind == MoveKind::pass) return "-";
  if (move.kind != MoveKind::play && move.kind != MoveKind::withdraw) return "none";
  const auto width = static_cast<Point>(size.width);
  CgpMove place;
  place.row = static_cast<std::uint16_t>(move.point / width);
  place.column = static_cast<std::uint16_t>(move.point % width);
  place.down = move.down;
  const std::string text = cgp_coordinate(place) + ' ' + move.tiles;
  return move.kind == MoveKind::withdraw ? "challenge " + text : text;
}

}  // namespace ludex::crossword
