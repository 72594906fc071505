#pragma once

#include "formats/cgp/cgp.hpp"

#include <rapidcheck.h>

#include <string>
#include <vector>

namespace ludex::test {

/// A tile of any alphabet that CGP lines come in.
inline TileCode random_tile(TileNames& names) {
  static const std::vector<std::string> kTiles = {"A", "E", "Z", "q", "CH", "ll", "L·L", "Ł",
                                                  "ś", "Ñ", "Ω", "Я", "א",  "RR", "y"};
  return *names.code_of(*rc::gen::elementOf(kTiles));
}

inline std::vector<TileCode> random_rack(TileNames& names) {
  std::vector<TileCode> rack;
  for (int left = *rc::gen::inRange(0, 8); left > 0; --left) {
    rack.push_back(*rc::gen::inRange(0, 5) == 0 ? tile::kUndesignated : random_tile(names));
  }
  return rack;
}

inline CgpMove random_move(const CgpPosition& position, TileNames& names) {
  using Kind = CgpMove::Kind;
  CgpMove move;
  move.kind = *rc::gen::element(Kind::play, Kind::play, Kind::exchange, Kind::exchange_count,
                                Kind::pass, Kind::challenge);
  if (move.kind == Kind::exchange_count) move.count = *rc::gen::inRange(0U, 8U);
  if (move.kind == Kind::exchange) move.tiles.push_back(random_tile(names));
  if (move.kind != Kind::play && move.kind != Kind::challenge) return move;
  move.row = static_cast<std::uint16_t>(*rc::gen::inRange<int>(0, position.size.height));
  move.column = static_cast<std::uint16_t>(*rc::gen::inRange<int>(0, position.size.width));
  move.down = *rc::gen::arbitrary<bool>();
  const int room = move.down ? position.size.height - move.row : position.size.width - move.column;
  for (int left = *rc::gen::inRange(0, room); left >= 0; --left) {
    move.tiles.push_back(*rc::gen::arbitrary<bool>() ? tile::kThrough : random_tile(names));
  }
  if (move.kind == Kind::play && *rc::gen::arbitrary<bool>()) move.bonus = 5;
  return move;
}

inline CgpOpcodes random_opcodes() {
  const auto maybe = [] { return *rc::gen::inRange(0, 3) == 0; };
  CgpOpcodes opcodes;
  if (maybe()) opcodes.bingo_bonus = *rc::gen::inRange(0, 100);
  if (maybe()) opcodes.board_name = "CrosswordGame";
  if (maybe()) opcodes.challenge_rule = ChallengeRule::ten_points;
  if (maybe()) opcodes.exchange_tile_limit = *rc::gen::inRange(0, 9);
  if (maybe()) opcodes.game_id = "x-17";
  if (maybe()) opcodes.distribution = "english";
  if (maybe()) opcodes.lexicon = "CSW21";
  if (maybe()) opcodes.max_zero_turns = 6;
  if (maybe()) opcodes.timer_increment_ms = *rc::gen::inRange(-9000, 9000);
  if (maybe()) opcodes.timers_ms = std::vector<std::int64_t>{*rc::gen::inRange(-9000, 9000), 5};
  if (maybe()) opcodes.max_overtime_ms = 60000;
  if (maybe()) opcodes.variant = "WordSmog";
  if (maybe()) opcodes.others.emplace_back("l1", "NWL20");
  if (maybe()) opcodes.others.emplace_back("puzzle", "");
  return opcodes;
}

/// Any position that CGP can write, tile names in the order of reading.
inline CgpPosition random_cgp() {
  CgpPosition position;
  position.size = {static_cast<std::int16_t>(*rc::gen::inRange(1, 22)),
                   static_cast<std::int16_t>(*rc::gen::inRange(1, 22))};
  for (int left = position.size.area(); left > 0; --left) {
    const bool empty = *rc::gen::inRange(0, 3) != 0;
    position.cells.push_back(empty ? tile::kEmpty : random_tile(position.names));
  }
  for (int players = *rc::gen::inRange(2, 5); players > 0; --players) {
    position.racks.push_back(random_rack(position.names));
    position.scores.push_back(*rc::gen::inRange(-50, 700));
  }
  position.zero_turns = *rc::gen::inRange(0U, 7U);
  position.opcodes = random_opcodes();
  if (position.opcodes.timers_ms) position.opcodes.timers_ms->resize(position.racks.size(), 60);
  if (*rc::gen::arbitrary<bool>()) position.last_move = random_move(position, position.names);
  return position;
}

}  // namespace ludex::test
