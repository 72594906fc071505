#pragma once

#include <cstdint>

namespace ludex::crossword {

/// How a game of crossword states is packed (ReplayScript::ops), as bytes, two to an operation:
///
///   head    number of states · tile names (count; text of the tile with code 128, 130, ...) ·
///           width · height · players · opcodes of the first state
///   state   a byte of StateFlag, then for each flag in order what it announces:
///           cells   number of runs; each: squares to skip since the run before, and the codes on
///                   the squares of the run, 0 for one that became empty. Row by row, or with
///                   cells_down column by column. What is not named stays.
///           racks   number of racks that are others than before; each: seat from 0, codes
///           scores  number of scores that changed; each: seat, difference
///           zeros   zero turns in a row
///           move    a byte: CgpMove::Kind + MoveFlag; then row, column and tiles (if derived:
///                   their number, for they are the squares of this state, `.` for those that did
///                   not change); or tiles; or their number; then the bonus
///           seat    the seat to move; without the flag the one after that before, or seat 0
///           opcodes all of them anew
///
/// Numbers are of variable length, seven bits a byte. Stored in the database: another meaning
/// needs a new script version.
enum StateFlag : std::uint8_t {
  kCells = 1,
  kCellsDown = 2,
  kRacks = 4,
  kScores = 8,
  kZeros = 16,
  kMove = 32,
  kSeat = 64,
  kOpcodes = 128,
};

enum MoveFlag : std::uint8_t { kKindMask = 7, kDown = 8, kBonus = 16, kDerived = 32 };

/// Which opcodes are there: bits of the number before them.
enum class OpcodeFlag : std::uint16_t {
  bingo_bonus = 1,
  board_name = 2,
  challenge_rule = 4,
  exchange_tile_limit = 8,
  game_id = 16,
  distribution = 32,
  lexicon = 64,
  max_zero_turns = 128,
  timer_increment = 256,
  timers = 512,
  max_overtime = 1024,
  variant = 2048,
  others = 4096,
};

}  // namespace ludex::crossword
