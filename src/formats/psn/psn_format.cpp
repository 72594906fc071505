#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/headed_splitter.hpp"
#include "formats/psn/psn.hpp"
#include "formats/shogi/shogi_conversion.hpp"
#include "formats/shogi/shogi_record_reader.hpp"
#include "formats/text_lines.hpp"

#include <memory>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kEndings[] = {".psn"};

constexpr Rule kRules[] = {
    {bad_syntax, "move", "moves", "P7f, P7g-7f, P8hx2b+, G65b, P*7f or P'7f; a capture xP or Px"},
    {bad_syntax, "variation", "variations", "a variation stands in round brackets"},
    {bad_syntax, "comment", "comments", "a comment stands in braces"},
    {stray_text, "", "moves", "text that is no move stands in braces"},
    {no_node, "", "tags", "a record holds tags or moves"},
    {bad_date, "", "Date", "year, month and day: 1976/01/18"},
    {bad_result, "", "Result", "1-0 (Sente won), 0-1, 1/2-1/2, Sennichite or Jishogi"},
    {bad_charset, "", "text", "one charset for all of it"},
};

/// The first move after the tags: chess writes files as letters.
bool begins_with_shogi_move(std::string_view text) {
  bool in_comment = false;
  std::string word;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : '\n';
    if (c == '{' || c == '}') in_comment = c == '{';
    if (in_comment || c == '}') continue;
    if (!is_blank(c)) {
      word += c;
      continue;
    }
    std::string_view rest = word;
    while (!rest.empty() && (is_digit(rest.front()) || rest.front() == '.')) rest.remove_prefix(1);
    ShogiMove move;
    if (!rest.empty()) return read_psn_move(rest, move);
    word.clear();
  }
  return false;
}

/// Tags, one of them of shogi or the first move.
bool holds_psn(std::string_view head) {
  bool any = false;
  while (!head.empty()) {
    const std::string_view before = head;
    const std::string_view line = trimmed(take_line(head));
    if (line.empty()) continue;
    std::string_view value;
    const std::string_view key = psn_tag(line, value);
    if (key.empty()) return any && begins_with_shogi_move(before);
    if (key == "Sente" || key == "Gote") return true;
    any = true;
  }
  return false;
}

/// A tag after moves begins the next game. So does the first tag of a game, if it comes again after
/// an empty line: then the game has no moves.
class PsnStart final : public RecordStart {
 public:
  void begin() override { *this = {}; }
  [[nodiscard]] bool is_next(std::string_view line) override {
    line = without_utf8_mark(line);
    if (line.size() == 1 && line.front() == kRecordSeparator) return has_moves_;
    std::string_view value;
    const std::string_view key = psn_tag(trimmed(line), value);
    if (!key.empty()) return is_next_tag(key);
    if (trimmed(line).empty()) is_after_gap_ = !first_key_.empty();
    for (const char c : line) {
      if (c == '{' || c == '}') {
        in_comment_ = c == '{';
      } else if (!in_comment_ && !is_blank(c) && c != kRecordSeparator) {
        has_moves_ = true;
      }
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_next_tag(std::string_view key) {
    in_comment_ = false;
    if (has_moves_ || (is_after_gap_ && key == first_key_)) return true;
    if (first_key_.empty()) first_key_ = key;
    is_after_gap_ = false;
    return false;
  }

  bool has_moves_ = false, in_comment_ = false, is_after_gap_ = false;
  std::string first_key_;
};

/// Shogi in letters of the West.
class PsnFormat final : public FormatRoom {
 public:
  PsnFormat()
      : FormatRoom({.name = "psn",
                    .title = "PSN",
                    .endings = kEndings,
                    .line_mark = {""},
                    .joining = {.runs_on = RunsOn::always},
                    .output = Output::none}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_psn(head); }
  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return text.starts_with("[Sente \"");
  }
  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<HeadedSplitter>(Format::psn, std::make_unique<PsnStart>(),
                                            options.start_offset_bytes, options.max_record_bytes,
                                            head);
  }
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<ShogiRecordReader>(options, parse_psn);
  }
  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(
      Format to, std::string_view version) const override {
    return make_shogi_converter(parse_psn, to, version);
  }
  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"PSN", kRules}};
  }
};

}  // namespace

const FormatRoom& psn_format() {
  static const PsnFormat format;
  return format;
}

}  // namespace ludex
