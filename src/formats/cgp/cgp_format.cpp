#include "core/ascii.hpp"
#include "formats/cgp/cgp.hpp"
#include "formats/cgp/cgp_splitter.hpp"
#include "formats/cgp/cgp_text.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "formats/record_reader.hpp"
#include "formats/text_lines.hpp"
#include "games/api/game_rules.hpp"
#include "games/api/position.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".cgp"};
constexpr PositionNotation kPositions[] = {{nullptr, read_cgp}};

/// A board of one row may be a line of any other text.
bool is_record_line(std::string_view line) {
  return is_cgp_line(line) && take_cgp_word(line).find('/') != std::string_view::npos;
}

constexpr std::string_view kNumber = "a whole number";
constexpr std::string_view kMilliseconds = "a whole number of milliseconds";
constexpr std::string_view kName = "a name";

constexpr Rule kRules[] = {
    {bad_syntax, "", "overview", "four fields on one line, and any number of operations"},
    {bad_syntax, "placement", "tile placement",
     "rows of one width with / between: letters, [CH], and numbers of empty squares"},
    {bad_syntax, "racks", "racks", "tiles, ? for a blank, and / between the players"},
    {bad_syntax, "scores", "scores", "whole numbers with / between, as many as racks"},
    {bad_syntax, "zeros", "zero-point turns", "a single whole number"},
    {bad_syntax, "operations", "operations",
     "an opcode and its operands, concluded by a semicolon; a single space in between"},

    {bad_syntax, "bb", "bb", kNumber},
    {bad_syntax, "bdn", "bdn", kName},
    {bad_syntax, "cr", "cr", "single, double, triple, void, 5pt or 10pt"},
    {bad_syntax, "etl", "etl", kNumber},
    {bad_syntax, "gid", "gid", "a game id must not contain any spaces"},
    {bad_syntax, "gm", "gm (opcode of this program)", "the game, once"},
    {bad_syntax, "ld", "ld", kName},
    {bad_syntax, "lex", "lex", kName},
    {bad_syntax, "lm", "lm",
     "one move: n8 tiles, n8 tiles +5, -tiles, -2, - or challenge n8 tiles"},
    {bad_syntax, "mcnz", "mcnz", kNumber},
    {bad_syntax, "ti", "ti", kMilliseconds},
    {bad_syntax, "tmr", "tmr", "milliseconds on each player's clock, with / between"},
    {bad_syntax, "to", "to", kMilliseconds},
    {bad_syntax, "var", "var", kName},

    {bad_charset, "", "overview", "only UTF-8 is supported"},
};

constexpr std::string_view kPrefix = "position: ";

/// Opcodes that no column holds, in the order in which they are written.
void add_properties(const CgpPosition& position, GameInfo& info) {
  constexpr std::string_view kColumns[] = {"bdn", "gid", "lex", "var"};
  for_each_cgp_opcode(position, [&](std::string_view name, const auto& operand) {
    if (std::ranges::find(kColumns, name) != std::end(kColumns)) return;
    info.properties.emplace_back(name, fmt::format("{}", operand));
  });
  const auto& others = position.opcodes.others;
  info.properties.insert(info.properties.end(), others.begin(), others.end());
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

/// A CGP line is a game of one position: of a crossword game, or of the one that `gm` names. Values
/// that no column contains are properties, named like the opcodes.
class CgpRecordReader final : public RecordReader {
 public:
  std::optional<Problem> read(const RecordText& record) override {
    deviations_.clear();
    other_game_.reset();
    if (find_gm(record.text).value_or("crossword") != "crossword")
      return read_other_game(record.text);
    if (auto reject = parse_cgp(record.text, position_, &deviations_)) return reject;
    if (auto reject = forget_game(position_)) return reject;
    fill_info(position_, info_);
    return std::nullopt;
  }

  const std::vector<Problem>& text_problems() const override { return deviations_.problems; }
  std::uint64_t text_problems_left_out() const override { return deviations_.left_out; }
  GameInfo& info(std::size_t) override { return info_; }

  void compile(std::size_t, ReplayScript& script, std::vector<PositionKey>* keys) override {
    if (!other_game_) return compile_cgp(position_, script, keys);
    script.clear();
    script.main_positions = script.total_positions = 1;
    const GameRules& rules = *find_rules(other_game_->game);
    rules.append_setup(*other_game_, script.ops);
    if (keys != nullptr) rules.append_keys(script.ops, other_game_->size, 0, 1, *keys);
  }

 private:
  std::optional<Problem> read_other_game(std::string_view line) {
    if (!is_utf8(line)) return Problem{ProblemKind::bad_charset, -1, 0, "the line is not UTF-8"};
    info_ = {};
    try {
      other_game_ = parse_position(line, {.others = &info_.properties}).position;
    } catch (const UsageError& error) {
      std::string_view why = error.what();
      if (why.starts_with(kPrefix)) why.remove_prefix(kPrefix.size());
      return Problem{ProblemKind::bad_syntax, -1, 0, std::string(why)};
    }
    note_cgp_spacing(line, deviations_);
    take_game_id();
    info_.game = other_game_->game;
    info_.kind = GameKind::position;
    info_.size = other_game_->size;
    info_.charset = "UTF-8";
    return std::nullopt;
  }

  // An opcode of any game; others that mean nothing here stay properties.
  void take_game_id() {
    const auto id =
        std::ranges::find(info_.properties, "gid", &std::pair<std::string, std::string>::first);
    if (id == info_.properties.end()) return;
    info_.external_id = id->second;
    info_.properties.erase(id);
  }

  CgpPosition position_;
  std::optional<Position> other_game_;  // of the one that `gm` names
  CgpDeviations deviations_;
  GameInfo info_;
};

/// Positions, one a line: of crossword games, or of the game that `gm` names.
class CgpFormat final : public FormatRoom {
 public:
  CgpFormat()
      : FormatRoom({.name = "cgp",
                    .title = "CGP",
                    .endings = kEndings,
                    .evidence = Evidence::first_line,
                    .line_mark = {"/", false},
                    .output = Output::positions,
                    .positions = kPositions}) {}

  /// The first line that is neither blank nor a comment has four fields that look like CGP's.
  [[nodiscard]] bool holds(std::string_view head) const override {
    while (!head.empty()) {
      const std::string_view line = without_front(take_line(head), is_space_or_tab);
      if (!line.empty() && line.front() != '#') return is_record_line(line);
    }
    return false;
  }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return holds(text.substr(0, find_line_end(text)));
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view) const override {
    return std::make_unique<CgpSplitter>(options.start_offset_bytes, options.max_record_bytes);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(const ReadOptions&) const override {
    return std::make_unique<CgpRecordReader>();
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"CGP", kRules}};
  }
};

}  // namespace

const FormatRoom& cgp_format() {
  static const CgpFormat format;
  return format;
}

}  // namespace ludex
