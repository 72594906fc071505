#pragma once

#include "core/little_endian.hpp"
#include "formats/cgp/cgp.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

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

/// Bytes that are packed two to an operation of a script, the first one in the low half.
class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void number(std::uint64_t value) { append_varint(bytes_, value); }
  void signed_number(std::int64_t value) { number(zigzag(value)); }
  void codes(std::span<const std::uint8_t> values) {
    number(values.size());
    bytes_.insert(bytes_.end(), values.begin(), values.end());
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }
  void bytes(const ByteWriter& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
  }
  void clear() { bytes_.clear(); }

  void append_ops(std::vector<std::uint16_t>& ops) const {
    const std::size_t first = ops.size();
    ops.resize(first + (bytes_.size() + 1) / 2);
    const std::size_t pairs = bytes_.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      ops[first + i] = static_cast<std::uint16_t>(bytes_[2 * i] | bytes_[2 * i + 1] << 8);
    }
    if (bytes_.size() % 2 != 0) ops.back() = bytes_.back();
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Takes the bytes out again. Past their end, and for what has no meaning, it gives zeros and
/// ok() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint16_t> ops) : ops_(ops) {}

  [[nodiscard]] bool ok() const { return ok_; }
  bool fail() { return ok_ = false; }

  std::uint8_t byte() {
    if (at_ >= ops_.size() * 2) {
      ok_ = false;
      return 0;
    }
    const std::uint16_t op = ops_[at_ / 2];
    return static_cast<std::uint8_t>(at_++ % 2 == 0 ? op : op >> 8);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if (next < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }
  std::int64_t signed_number() { return unzigzag(number()); }
  /// A count of things of at least one byte each that follow.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value <= ops_.size() * 2 - at_) return static_cast<std::size_t>(value);
    ok_ = false;
    return 0;
  }
  void codes(std::vector<std::uint8_t>& out) {
    out.resize(count());
    for (std::uint8_t& code : out) code = byte();
  }
  std::string text() {
    std::string value(count(), '\0');
    for (char& c : value) c = static_cast<char>(byte());
    return value;
  }

 private:
  std::span<const std::uint16_t> ops_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

void write_opcodes(const CgpOpcodes& opcodes, ByteWriter& out);
[[nodiscard]] CgpOpcodes read_opcodes(ByteReader& in);

}  // namespace ludex::crossword
