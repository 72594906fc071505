#include "games/crossword/script_format.hpp"

namespace ludex::crossword {
namespace {

unsigned bit(OpcodeFlag flag) { return static_cast<unsigned>(flag); }

void write_value(const std::string& value, ByteWriter& out) { out.text(value); }
void write_value(std::int32_t value, ByteWriter& out) { out.signed_number(value); }
void write_value(std::int64_t value, ByteWriter& out) { out.signed_number(value); }
void write_value(ChallengeRule value, ByteWriter& out) {
  out.byte(static_cast<std::uint8_t>(value));
}
void write_value(const std::vector<std::int64_t>& values, ByteWriter& out) {
  out.number(values.size());
  for (const std::int64_t value : values) out.signed_number(value);
}

void read_value(ByteReader& in, std::string& value) { value = in.text(); }
void read_value(ByteReader& in, std::int32_t& value) {
  value = static_cast<std::int32_t>(in.signed_number());
}
void read_value(ByteReader& in, std::int64_t& value) { value = in.signed_number(); }
void read_value(ByteReader& in, ChallengeRule& value) {
  const std::uint8_t number = in.byte();
  const bool known = number >= static_cast<std::uint8_t>(ChallengeRule::single_) &&
                     number <= static_cast<std::uint8_t>(ChallengeRule::ten_points);
  if (!known) in.fail();
  value = known ? static_cast<ChallengeRule>(number) : ChallengeRule::single_;
}
void read_value(ByteReader& in, std::vector<std::int64_t>& values) {
  values.resize(in.count());
  for (std::int64_t& value : values) value = in.signed_number();
}

/// Shows `visit` each opcode with its flag, in the order of the script.
template <class Opcodes, class Visit>
void for_each_opcode(Opcodes& opcodes, const Visit& visit) {
  visit(OpcodeFlag::bingo_bonus, opcodes.bingo_bonus);
  visit(OpcodeFlag::board_name, opcodes.board_name);
  visit(OpcodeFlag::challenge_rule, opcodes.challenge_rule);
  visit(OpcodeFlag::exchange_tile_limit, opcodes.exchange_tile_limit);
  visit(OpcodeFlag::game_id, opcodes.game_id);
  visit(OpcodeFlag::distribution, opcodes.distribution);
  visit(OpcodeFlag::lexicon, opcodes.lexicon);
  visit(OpcodeFlag::max_zero_turns, opcodes.max_zero_turns);
  visit(OpcodeFlag::timer_increment, opcodes.timer_increment_ms);
  visit(OpcodeFlag::timers, opcodes.timers_ms);
  visit(OpcodeFlag::max_overtime, opcodes.max_overtime_ms);
  visit(OpcodeFlag::variant, opcodes.variant);
}

}  // namespace

void write_opcodes(const CgpOpcodes& opcodes, ByteWriter& out) {
  unsigned flags = opcodes.others.empty() ? 0U : bit(OpcodeFlag::others);
  for_each_opcode(opcodes, [&](OpcodeFlag flag, const auto& value) {
    if (value) flags |= bit(flag);
  });
  out.number(flags);
  for_each_opcode(opcodes, [&](OpcodeFlag, const auto& value) {
    if (value) write_value(*value, out);
  });
  if (opcodes.others.empty()) return;
  out.number(opcodes.others.size());
  for (const auto& [name, operand] : opcodes.others) {
    out.text(name);
    out.text(operand);
  }
}

CgpOpcodes read_opcodes(ByteReader& in) {
  CgpOpcodes opcodes;
  const std::uint64_t flags = in.number();
  for_each_opcode(opcodes, [&](OpcodeFlag flag, auto& value) {
    if ((flags & bit(flag)) != 0) read_value(in, value.emplace());
  });
  if ((flags & bit(OpcodeFlag::others)) == 0) return opcodes;
  opcodes.others.resize(in.count());
  for (auto& [name, operand] : opcodes.others) {
    name = in.text();
    operand = in.text();
  }
  return opcodes;
}

}  // namespace ludex::crossword
