#include "formats/cgp/cgp.hpp"

#include <fmt/format.h>

#include <iterator>

namespace ludex {
namespace {

void append_placement(const CgpPosition& position, std::string& out) {
  const auto width = static_cast<std::size_t>(position.size.width);
  std::size_t run = 0;
  const auto end_run = [&] {
    if (run != 0) fmt::format_to(std::back_inserter(out), "{}", run);
    run = 0;
  };
  for (std::size_t i = 0; i < position.cells.size(); ++i) {
    if (i != 0 && i % width == 0) {
      end_run();
      out += '/';
    }
    if (position.cells[i] == tile::kEmpty) {
      ++run;
    } else {
      end_run();
      append_cgp_tile(position.names, position.cells[i], out);
    }
  }
  end_run();
}

template <class Operand>
void append_opcode(std::string_view name, const std::optional<Operand>& operand, std::string& out) {
  if (operand) fmt::format_to(std::back_inserter(out), " {} {};", name, *operand);
}

void append_opcodes(const CgpPosition& position, std::string& out) {
  const CgpOpcodes& opcodes = position.opcodes;
  append_opcode("bb", opcodes.bingo_bonus, out);
  append_opcode("bdn", opcodes.board_name, out);
  if (opcodes.challenge_rule) {
    append_opcode("cr", std::optional(challenge_rule_name(*opcodes.challenge_rule)), out);
  }
  append_opcode("etl", opcodes.exchange_tile_limit, out);
  append_opcode("gid", opcodes.game_id, out);
  append_opcode("ld", opcodes.distribution, out);
  append_opcode("lex", opcodes.lexicon, out);
  if (position.last_move) {
    append_opcode("lm", std::optional(cgp_move_text(*position.last_move, position.names)), out);
  }
  append_opcode("mcnz", opcodes.max_zero_turns, out);
  append_opcode("ti", opcodes.timer_increment_ms, out);
  if (opcodes.timers_ms) {
    append_opcode("tmr", std::optional(fmt::format("{}", fmt::join(*opcodes.timers_ms, "/"))), out);
  }
  append_opcode("to", opcodes.max_overtime_ms, out);
  append_opcode("var", opcodes.variant, out);
  for (const auto& [name, operand] : opcodes.others) {
    out += operand.empty() ? fmt::format(" {};", name) : fmt::format(" {} {};", name, operand);
  }
}

}  // namespace

std::string to_cgp(const CgpPosition& position) {
  std::string line;
  append_placement(position, line);
  char separator = ' ';
  for (const auto& rack : position.racks) {
    line += separator + cgp_tiles(position.names, rack);
    separator = '/';
  }
  fmt::format_to(std::back_inserter(line), " {} {}", fmt::join(position.scores, "/"),
                 position.zero_turns);
  append_opcodes(position, line);
  return line;
}

}  // namespace ludex
