#include "formats/cgp/cgp_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace ludex {
namespace {

constexpr std::array<std::pair<std::string_view, ChallengeRule>, 6> kChallengeRules = {{
    {"single", ChallengeRule::single_},
    {"double", ChallengeRule::double_},
    {"triple", ChallengeRule::triple},
    {"void", ChallengeRule::void_},
    {"5pt", ChallengeRule::five_points},
    {"10pt", ChallengeRule::ten_points},
}};

constexpr std::string_view kOperations = "operations";  // see Problem::about

/// The result of reading an operand.
enum class Taken : std::uint8_t { yes, no, twice };

/// \param read  none: the operand means nothing
template <class Operand>
Taken take_operand(std::optional<Operand> read, std::optional<Operand>& value) {
  if (!read) return Taken::no;
  if (value) return Taken::twice;
  value = std::move(read);
  return Taken::yes;
}

Taken take_text(std::string_view operand, std::optional<std::string>& value) {
  return take_operand(operand.empty() ? std::nullopt : std::optional(std::string(operand)), value);
}

template <class Number>
Taken take_number(std::string_view operand, std::optional<Number>& value, Number least) {
  const auto number = find_number<Number>(operand);
  return take_operand(number >= least ? number : std::nullopt, value);
}

Taken take_timers(std::string_view operand, std::optional<std::vector<std::int64_t>>& value) {
  std::vector<std::int64_t> timers;
  for (std::optional<std::string_view> rest = operand; rest;) {
    const auto timer = find_number<std::int64_t>(take_cgp_part(rest, '/'));
    if (!timer) return Taken::no;
    timers.push_back(*timer);
  }
  return take_operand(std::optional(std::move(timers)), value);
}

std::size_t find_cgp_blank(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::find_if(text, is_cgp_blank) - text.begin());
}

/// An option ends at a blank followed by a hyphen and a name. Operands may begin with a hyphen,
/// "-2500" and "-AB", but not with a lower-case letter after it, as options do.
std::size_t end_of_option(std::string_view text) {
  const std::size_t name_end = find_cgp_blank(text);
  const std::size_t operand =
      text.size() - without_front(text.substr(name_end), is_cgp_blank).size();
  for (std::size_t i = name_end + 1; i < text.size(); ++i) {
    if (text[i] != '-' || !is_cgp_blank(text[i - 1])) continue;
    const std::string_view name = without_front(text.substr(i), [](char c) { return c == '-'; });
    if (name.empty() || is_cgp_blank(name.front())) continue;
    if (i != operand || is_lower(name.front())) return i - 1;
  }
  return text.size();
}

class OpcodeReader {
 public:
  OpcodeReader(std::string_view text, std::size_t offset_bytes, CgpPosition& out,
               CgpDeviations* deviations)
      : text_(text), offset_(offset_bytes), out_(out), deviations_(deviations) {}

  std::optional<Problem> read() {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::size_t end = std::min(rest.find(';'), rest.size());
      const std::string_view operation = trimmed_cgp(rest.substr(0, end));
      if (!operation.empty()) {
        if (auto problem = read_operation(operation)) return problem;
        if (end == rest.size()) note(operation, "the last `;` is missing", kOperations);
      }
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return std::nullopt;
  }

 private:
  std::optional<Problem> read_operation(std::string_view operation) {
    while (!operation.empty()) {
      const auto [written, name, operand] = take_cgp_opcode(operation);
      if (written != name) {
        note(written, fmt::format("`{}` is no opcode: read without its hyphen", written),
             kOperations);
      }
      if (auto problem = read_opcode(name, operand)) return problem;
    }
    return std::nullopt;
  }

  std::optional<Problem> read_opcode(std::string_view name, std::string_view operand) {
    if (name == "gid" && find_cgp_blank(operand) < operand.size()) {
      return bad(operand, fmt::format("gid: `{}` holds a blank", operand), name);
    }
    if (name == "lm") {
      if (move_seen_) return bad(operand, "lm is given twice", name);
      move_seen_ = true;
    }
    const auto taken = take(name, operand);
    if (name == "tmr" && taken == Taken::yes) check_timers(operand);
    if (taken == Taken::yes) return std::nullopt;
    if (taken == Taken::no) {
      note(operand, fmt::format("{}: `{}` means nothing", name, operand), name);
    } else if (taken == Taken::twice) {
      note(operand, fmt::format("{} is given twice", name), name);
    }
    out_.opcodes.others.emplace_back(name, operand);
    return std::nullopt;
  }

  /// \returns nothing for a name that the text does not know.
  std::optional<Taken> take(std::string_view name, std::string_view operand) {
    constexpr auto kLeast64 = std::numeric_limits<std::int64_t>::min();
    CgpOpcodes& known = out_.opcodes;
    if (name == "lex") return take_text(operand, known.lexicon);
    if (name == "lm") return take_move(operand);
    if (name == "ld") return take_text(operand, known.distribution);
    if (name == "bdn") return take_text(operand, known.board_name);
    if (name == "var") return take_text(operand, known.variant);
    if (name == "gid") return take_text(operand, known.game_id);
    if (name == "bb") return take_number(operand, known.bingo_bonus, 0);
    if (name == "etl") return take_number(operand, known.exchange_tile_limit, 0);
    if (name == "mcnz") return take_number(operand, known.max_zero_turns, 0);
    if (name == "cr") return take_operand(find_challenge_rule(operand), known.challenge_rule);
    if (name == "ti") return take_number(operand, known.timer_increment_ms, kLeast64);
    if (name == "to") return take_number(operand, known.max_overtime_ms, kLeast64);
    if (name == "tmr") return take_timers(operand, known.timers_ms);
    return std::nullopt;
  }

  void check_timers(std::string_view operand) {
    const std::size_t timers = out_.opcodes.timers_ms->size();
    const std::size_t players = out_.racks.size();
    if (timers == players) return;
    note(operand,
         fmt::format("{} timer{}, but {} players", timers, timers == 1 ? "" : "s", players), "tmr");
  }

  Taken take_move(std::string_view operand) {
    auto move = parse_cgp_move(operand, out_.names);
    if (!move || !fits_board(*move)) return Taken::no;
    out_.last_move = std::move(*move);
    return Taken::yes;
  }

  [[nodiscard]] bool fits_board(const CgpMove& move) const {
    if (move.kind != CgpMove::Kind::play && move.kind != CgpMove::Kind::challenge) return true;
    const std::size_t row = move.row + (move.down ? move.tiles.size() : 1);
    const std::size_t column = move.column + (move.down ? 1 : move.tiles.size());
    return row <= static_cast<std::size_t>(out_.size.height) &&
           column <= static_cast<std::size_t>(out_.size.width);
  }

  [[nodiscard]] std::size_t offset_of(std::string_view part) const {
    return offset_ + static_cast<std::size_t>(part.data() - text_.data());
  }
  [[nodiscard]] Problem bad(std::string_view part, std::string message,
                            std::string_view about) const {
    return {ProblemKind::bad_syntax, -1, offset_of(part), std::move(message), std::string(about)};
  }
  void note(std::string_view part, std::string message, std::string_view about) {
    if (deviations_ != nullptr) deviations_->add(offset_of(part), std::move(message), about);
  }

  std::string_view text_;
  std::size_t offset_;
  CgpPosition& out_;
  CgpDeviations* deviations_;
  bool move_seen_ = false;
};

}  // namespace

CgpOpcodeText take_cgp_opcode(std::string_view& operation) {
  const bool is_option = operation.front() == '-' && operation.size() > 1;
  const std::size_t end = is_option ? end_of_option(operation) : operation.size();
  CgpOpcodeText opcode;
  opcode.operand = trimmed_cgp(operation.substr(0, end));
  opcode.name = opcode.written = take_cgp_word(opcode.operand);
  const std::size_t hyphens = opcode.written.find_first_not_of('-');
  if (is_option) opcode.name.remove_prefix(std::min(hyphens, opcode.written.size() - 1));
  operation = without_front(operation.substr(end), is_cgp_blank);
  return opcode;
}

std::string_view challenge_rule_name(ChallengeRule rule) {
  return kChallengeRules[static_cast<std::size_t>(rule) - 1].first;
}

std::optional<ChallengeRule> find_challenge_rule(std::string_view name) {
  for (const auto& [known, rule] : kChallengeRules) {
    if (known == name) return rule;
  }
  return std::nullopt;
}

std::optional<Problem> read_cgp_opcodes(std::string_view text, std::size_t offset_bytes,
                                        CgpPosition& out, CgpDeviations* deviations) {
  return OpcodeReader(text, offset_bytes, out, deviations).read();
}

void note_cgp_spacing(std::string_view line, CgpDeviations& deviations) {
  std::string_view rest = trimmed_cgp(line);
  for (int field = 0; field < 3; ++field) take_cgp_word(rest);
  for (std::size_t end = find_cgp_blank(rest); end < rest.size(); end = rest.find(';')) {
    const bool is_operation = rest[end] == ';';
    std::string_view after = rest.substr(is_operation ? end + 1 : end);
    if (after.empty()) return;
    const std::string_view gap =
        after.substr(0, after.size() - without_front(after, is_cgp_blank).size());
    if (gap != " ") {
      deviations.add(
          static_cast<std::size_t>(gap.data() - line.data()),
          gap.empty() ? "no space before an operation" : "not one space before an operation",
          kOperations);
      return;
    }
    rest = after.substr(gap.size());
  }
}

std::optional<Problem> forget_game(CgpPosition& position) {
  const auto games =
      std::erase_if(position.opcodes.others, [](const auto& other) { return other.first == "gm"; });
  if (games < 2) return std::nullopt;
  return Problem{ProblemKind::bad_syntax, -1, 0, "gm is given twice", "gm"};
}

}  // namespace ludex
