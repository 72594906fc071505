#include "formats/cgp/cgp_record_reader.hpp"

#include "formats/cgp/cgp_opcodes.hpp"
#include "formats/cgp/cgp_replay.hpp"
#include "formats/charset/charset.hpp"
#include "formats/position_readers.hpp"
#include "formats/position_text.hpp"
#include "games/api/game_rules.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

constexpr std::string_view kPrefix = "position: ";

/// Opcodes that no column holds, in the order in which they are written.
class Properties {
 public:
  explicit Properties(GameInfo& info) : info_(info) {}

  template <class Operand>
  void add(const char* name, const std::optional<Operand>& operand) {
    if (operand) info_.properties.emplace_back(name, fmt::format("{}", *operand));
  }

 private:
  GameInfo& info_;
};

void add_properties(const CgpPosition& position, GameInfo& info) {
  const CgpOpcodes& opcodes = position.opcodes;
  Properties properties(info);
  properties.add("bb", opcodes.bingo_bonus);
  if (opcodes.challenge_rule) {
    properties.add("cr", std::optional(challenge_rule_name(*opcodes.challenge_rule)));
  }
  properties.add("etl", opcodes.exchange_tile_limit);
  properties.add("ld", opcodes.distribution);
  if (position.last_move) {
    properties.add("lm", std::optional(cgp_move_text(*position.last_move, position.names)));
  }
  properties.add("mcnz", opcodes.max_zero_turns);
  properties.add("ti", opcodes.timer_increment_ms);
  if (opcodes.timers_ms) {
    properties.add("tmr", std::optional(fmt::format("{}", fmt::join(*opcodes.timers_ms, "/"))));
  }
  properties.add("to", opcodes.max_overtime_ms);
  for (const auto& other : opcodes.others) info.properties.push_back(other);
}

/// Writes all that a CGP line may have to say.
void fill_info(const CgpPosition& position, GameInfo& info) {
  info.game = GameType::crossword;
  info.kind = GameKind::position;
  info.size = position.size;
  info.seats.clear();
  info.seats.resize(std::max<std::size_t>(position.scores.size(), 2));
  for (std::size_t seat = 0; seat < position.scores.size(); ++seat) {
    info.seats[seat].score = position.scores[seat];
  }
  info.external_id = position.opcodes.game_id.value_or("");
  info.lexicon = position.opcodes.lexicon.value_or("");
  info.variant = position.opcodes.variant.value_or("");
  info.board_name = position.opcodes.board_name.value_or("");
  info.charset = "UTF-8";
  info.properties.clear();
  info.problems.clear();
  add_properties(position, info);
}

}  // namespace

std::optional<Problem> CgpRecordReader::read(const RecordText& record) {
  problems_.clear();
  other_game_.reset();
  if (find_gm(record.text).value_or("crossword") != "crossword")
    return read_other_game(record.text);
  if (auto reject = parse_cgp(record.text, position_, &problems_)) return reject;
  if (auto reject = forget_game(position_)) return reject;
  fill_info(position_, info_);
  return std::nullopt;
}

std::optional<Problem> CgpRecordReader::read_other_game(std::string_view line) {
  if (!is_utf8(line)) return Problem{ProblemKind::bad_charset, -1, 0, "the line is not UTF-8"};
  info_ = {};
  try {
    PositionTextOptions options;
    options.others = &info_.properties;
    other_game_ = parse_position(line, options).position;
  } catch (const UsageError& error) {
    std::string_view why = error.what();
    if (why.starts_with(kPrefix)) why.remove_prefix(kPrefix.size());
    return Problem{ProblemKind::bad_syntax, -1, 0, std::string(why)};
  }
  note_cgp_spacing(line, problems_);
  take_game_id();
  info_.game = other_game_->game;
  info_.kind = GameKind::position;
  info_.size = other_game_->size;
  info_.charset = "UTF-8";
  return std::nullopt;
}

// An opcode of any game; others that mean nothing here stay properties.
void CgpRecordReader::take_game_id() {
  const auto id = std::find_if(info_.properties.begin(), info_.properties.end(),
                               [](const auto& opcode) { return opcode.first == "gid"; });
  if (id == info_.properties.end()) return;
  info_.external_id = id->second;
  info_.properties.erase(id);
}

void CgpRecordReader::compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) {
  if (!other_game_) return compile_cgp(position_, script, keys);
  script.clear();
  script.main_positions = script.total_positions = 1;
  const GameRules& rules = *find_rules(other_game_->game);
  rules.append_setup(*other_game_, script.ops);
  if (keys != nullptr) rules.append_keys(script.ops, other_game_->size, 0, 1, *keys);
}

}  // namespace ludex
