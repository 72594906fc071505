#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/headed_splitter.hpp"
#include "formats/ngf/ngf_translation.hpp"
#include "formats/text_lines.hpp"

#include <memory>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kNgfEndings[] = {".ngf"};

constexpr Rule kNgfRules[] = {
    {missing_property, "", "header", "twelve lines stand before the moves"},
    {bad_size, "", "header", "a line holds the size of the board"},
    {bad_syntax, "", "moves", "PM, a counter of two letters, B or W, and the square twice"},
    {bad_point, "", "moves", "the square is written twice, the second time backwards"},
    {off_board, "", "moves", "columns and rows are lettered from B on"},
    {bad_charset, "", "", "one charset for all lines"},
    {bad_date, "", "header", "year, month and day"},
    {bad_result, "", "header", "who won, and how"},
    {bad_komi, "", "header", "a whole number"},
    {bad_handicap, "", "header", "the number of stones"},
};

/// A header of up to 16 lines, one of them the size of a board, and a move.
bool holds_ngf(std::string_view head) {
  constexpr int kLines = 16;
  bool has_size = false;
  for (int i = 0; i < kLines && !head.empty(); ++i) {
    std::string_view line = trimmed(take_line(head));
    if (is_ngf_move(line)) return has_size;
    if (line.starts_with("GI")) line.remove_prefix(2);
    const auto number = find_number<int>(line);
    has_size = has_size || (number && *number >= 9 && *number <= 19);
  }
  return false;
}

/// A game begins at the first line after the moves that is none.
class NgfStart final : public RecordStart {
 public:
  void begin() override { has_moves_ = in_remarks_ = false; }
  [[nodiscard]] bool is_next(std::string_view line) override {
    const std::string_view text = trimmed(without_utf8_mark(line));
    const bool is_move = is_ngf_move(text);
    has_moves_ = has_moves_ || is_move;
    if (has_moves_ && is_ngf_remarks(text)) in_remarks_ = true;
    if (in_remarks_) {
      in_remarks_ = !ends_ngf_remarks(text);
      return false;
    }
    return has_moves_ && !is_move && !text.empty() && !text.starts_with("PM");
  }

 private:
  bool has_moves_ = false;
  bool in_remarks_ = false;  // after the moves of the GI dialect
};

/// Games of go from Cyberoro.
class NgfFormat final : public FormatRoom {
 public:
  NgfFormat()
      : FormatRoom({.name = "ngf",
                    .title = "NGF",
                    .endings = kNgfEndings,
                    .line_mark = {"", true},
                    .joining = {.runs_on = RunsOn::always},
                    .output = Output::none}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_ngf(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    (void)text;
    return false;  // the first line is free text
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<HeadedSplitter>(Format::ngf, std::make_unique<NgfStart>(),
                                            options.start_offset_bytes, options.max_record_bytes,
                                            head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return make_translating_reader(options, translate_ngf);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to,
                                                             std::string_view) const override {
    return to == Format::sgf ? make_translating_writer(translate_ngf) : nullptr;
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"NGF", kNgfRules}};
  }
};

}  // namespace

const FormatRoom& ngf_format() {
  static const NgfFormat format;
  return format;
}

}  // namespace ludex
