#pragma once

#include "core/ascii.hpp"
#include "formats/cgp/cgp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string_view>

namespace ludex {

constexpr bool is_cgp_blank(char c) { return static_cast<unsigned char>(c) <= 0x20 && c != '\0'; }

/// The text without the blanks around it.
constexpr std::string_view trimmed_cgp(std::string_view text) {
  return trimmed(text, is_cgp_blank);
}

/// Takes the next word and the blanks after it off the front.
constexpr std::string_view take_cgp_word(std::string_view& text) {
  const std::string_view word = take_word(text, is_cgp_blank);
  text = without_front(text, is_cgp_blank);
  return word;
}

/// Takes the part before the next `separator` off the front, and the separator; after the last part
/// `rest` is none. \pre `rest` is not none
constexpr std::string_view take_cgp_part(std::optional<std::string_view>& rest, char separator) {
  const std::size_t end = std::min(rest->find(separator), rest->size());
  const std::string_view part = rest->substr(0, end);
  rest = end == rest->size() ? std::nullopt : std::optional(rest->substr(end + 1));
  return part;
}

/// An opcode as it is written: "lex CSW24", or an option of a program, "-lex CSW24".
struct CgpOpcodeText {
  std::string_view written;  ///< the name with the hyphens of an option
  std::string_view name;
  std::string_view operand;
};

/// Takes the next opcode off the front of what stands before a ";": all of it, or the first of
/// several options. \pre `operation` is trimmed and not empty
[[nodiscard]] CgpOpcodeText take_cgp_opcode(std::string_view& operation);

/// Shows `visit` each opcode that is written, by its name, with an operand that fmt prints. Not
/// CgpOpcodes::others.
template <class Visit>
void for_each_cgp_opcode(const CgpPosition& position, const Visit& visit) {
  const CgpOpcodes& opcodes = position.opcodes;
  const auto show = [&](std::string_view name, const auto& operand) {
    if (operand) visit(name, *operand);
  };
  show("bb", opcodes.bingo_bonus);
  show("bdn", opcodes.board_name);
  if (opcodes.challenge_rule) visit("cr", challenge_rule_name(*opcodes.challenge_rule));
  show("etl", opcodes.exchange_tile_limit);
  show("gid", opcodes.game_id);
  show("ld", opcodes.distribution);
  show("lex", opcodes.lexicon);
  if (position.last_move) visit("lm", cgp_move_text(*position.last_move, position.names));
  show("mcnz", opcodes.max_zero_turns);
  show("ti", opcodes.timer_increment_ms);
  if (opcodes.timers_ms) visit("tmr", fmt::format("{}", fmt::join(*opcodes.timers_ms, "/")));
  show("to", opcodes.max_overtime_ms);
  show("var", opcodes.variant);
}

/// Reads what stands after the four fields of a CGP line into `out`.
/// \param offset_bytes  where `text` starts in the line
/// \returns             why the line is to be rejected
[[nodiscard]] std::optional<Problem> read_cgp_opcodes(std::string_view text,
                                                      std::size_t offset_bytes, CgpPosition& out,
                                                      CgpDeviations* deviations);

/// Notes the first place of a CGP line, of any game, where an operation does not follow a
/// single space.
void note_cgp_spacing(std::string_view line, CgpDeviations& deviations);

}  // namespace ludex
