#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/jkf/jkf.hpp"
#include "formats/jkf/jkf_splitter.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_record_reader.hpp"

#include <memory>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".jkf"};

constexpr Rule kRules[] = {
    {bad_syntax, "json", "JSON", "a record is one object, its brackets closed"},
    {unclosed_record, "", "JSON", "a record is one object, its brackets closed"},
    {no_node, "", "fields", "header, initial and moves"},
    {bad_syntax, "move", "move", "from and to with x and y from 1 to 9, piece as CSA names it"},
    {bad_syntax, "board", "initial", "board[x-1][y-1] is {} or a color and a kind"},
    {bad_number, "hand", "initial", "hands[0] is sente's: pieces, and how many"},
    {bad_handicap, "", "initial", "preset is HIRATE, KY, KY_R, KA, HI, HIKY, 2 to 10, or OTHER"},
    {bad_value, "color", "move", "color is 0 for sente's moves and 1 for gote's"},
    {bad_result, "special", "special", "a word of CSA without its %: TORYO, CHUDAN, ..."},
    {bad_time, "", "time", "h, m and s are numbers"},
    {bad_date, "", "header", "開始日時 is written YYYY/MM/DD, the time of day after it"},
    {bad_charset, "", "charset", "JSON is UTF-8"},
};

/// JSON whose first object has moves, and entries or a head as JKF has them.
bool holds_jkf(std::string_view head) {
  while (!head.empty() &&
         (is_blank(head.front()) || head.front() == '[' || head.front() == kRecordSeparator)) {
    head.remove_prefix(1);
  }
  if (head.empty() || head.front() != '{') return false;
  std::size_t moves = head.find("\"moves\"");
  if (moves == head.npos) return false;
  moves += std::string_view("\"moves\"").size();
  const auto is_next = [&](char c) {
    while (moves < head.size() && is_blank(head[moves])) ++moves;
    return moves < head.size() && head[moves++] == c;
  };
  if (!is_next(':') || !is_next('[')) return false;
  const auto holds = [&](std::string_view word) { return head.find(word) != head.npos; };
  return holds("\"header\"") || holds("\"initial\"") || holds("\"move\"");
}

/// Shogi, as programs exchange it.
class JkfFormat final : public FormatRoom, public ShogiOutput {
 public:
  JkfFormat()
      : FormatRoom({.name = "jkf",
                    .title = "JKF",
                    .endings = kEndings,
                    .line_mark = {"{"},
                    .joining = {.runs_on = RunsOn::unclosed}}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_jkf(head); }
  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return begins_jkf(text);
  }
  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<JkfSplitter>(options, head);
  }
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<ShogiRecordReader>(options, parse_jkf);
  }
  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view version) const override {
    return make_shogi_writer(parse_jkf, version);
  }
  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const override {
    return make_shogi_converter(parse_jkf, to, version);
  }
  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"JKF 1.0", kRules}};
  }

  void write_game(const ShogiGame& game, std::string& out, ShogiLosses& losses) const override {
    write_jkf(game, out, losses);
  }
};

}  // namespace

const FormatRoom& jkf_format() {
  static const JkfFormat format;
  return format;
}

}  // namespace ludex
