#include "games/crossword/state.hpp"

#include <functional>
#include <stdexcept>
#include <utility>

namespace ludex::crossword {

const CrosswordState& state_of(const Position& position) {
  const auto* const state = position.rest.find<CrosswordState>();
  if (state == nullptr) throw std::logic_error("not a position of a crossword game");
  return *state;
}

TurnTiles TurnTiles::mapped(const Match& match, BoardSize) const {
  TurnTiles image = *this;
  if (down && is_transposing(match.orientation)) image.down = !*down;
  return image;
}

std::uint64_t TurnTiles::hash() const { return std::hash<std::string>()(tiles) | 1; }

const TurnTiles& tiles_of(const Move& move) {
  static const TurnTiles kNone;
  const auto* const turn = move.detail.find<TurnTiles>();
  return turn == nullptr ? kNone : *turn;
}

Position to_position(const CgpPosition& state, std::size_t seat_to_move) {
  Position position;
  position.game = GameType::crossword;
  position.size = state.size;
  position.cells = state.cells;
  position.passes = state.zero_turns;
  position.to_move = static_cast<Player>(seat_to_move + 1);
  CrosswordState crossword;
  crossword.names = state.names;
  crossword.racks = state.racks;
  crossword.scores = state.scores;
  crossword.opcodes = state.opcodes;
  crossword.last_move = state.last_move;
  crossword.seat = static_cast<std::uint32_t>(seat_to_move + 1);
  position.rest = GameData(std::move(crossword));
  return position;
}

CgpPosition to_state(const Position& position) {
  const CrosswordState& crossword = state_of(position);
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

Move to_move(const CgpMove& move, const TileNames& names, BoardSize size, std::size_t seat) {
  using Kind = CgpMove::Kind;
  Move result;
  TurnTiles turn;
  result.player = static_cast<Player>(seat + 1);
  switch (move.kind) {
    case Kind::pass:
      result.kind = MoveKind::pass;
      return result;
    case Kind::exchange_count:
      result.kind = MoveKind::exchange;
      turn.tiles = std::to_string(move.count);
      result.detail = GameData(std::move(turn));
      return result;
    case Kind::exchange:
      result.kind = MoveKind::exchange;
      break;
    case Kind::play:
    case Kind::challenge:
      result.kind = move.kind == Kind::play ? MoveKind::play : MoveKind::withdraw;
      result.point = Point{move.row} * static_cast<Point>(size.width) + move.column;
      turn.down = move.down;
      break;
  }
  for (const TileCode code : move.tiles) append_cgp_tile(names, code, turn.tiles);
  result.detail = GameData(std::move(turn));
  return result;
}

std::string move_text(const Move& move, BoardSize size) {
  const TurnTiles& turn = tiles_of(move);
  if (move.kind == MoveKind::exchange) return "-" + turn.tiles;
  if (move.kind == MoveKind::pass) return "-";
  if (move.kind != MoveKind::play && move.kind != MoveKind::withdraw) return "none";
  const auto width = static_cast<Point>(size.width);
  CgpMove place;
  place.row = static_cast<std::uint16_t>(move.point / width);
  place.column = static_cast<std::uint16_t>(move.point % width);
  place.down = turn.down.value_or(false);
  const std::string text = cgp_coordinate(place) + ' ' + turn.tiles;
  return move.kind == MoveKind::withdraw ? "challenge " + text : text;
}

}  // namespace ludex::crossword
