#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/headed_splitter.hpp"
#include "formats/text_lines.hpp"
#include "formats/ugf/ugf_translation.hpp"

#include <memory>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kUgfEndings[] = {".ugf", ".ugi"};

constexpr Rule kUgfRules[] = {
    {no_node, "", "[Header]", "a record begins with [Header]"},
    {stray_text, "", "[Header]", "a record begins with [Header]"},
    {bad_size, "", "Size", "the side of the board"},
    {bad_value, "", "", "the text is plain, and its sections tell one game"},
    {bad_syntax, "", "",
     "KEY=VALUE; square, colour, number, seconds; NODE, number, colour, column, row"},
    {bad_charset, "", "Lang", "one charset for all of the record"},
    {bad_date, "", "Date", "YYYY/MM/DD, the time after it"},
    {bad_result, "", "Winner", "B or W, and the points"},
    {bad_komi, "", "Hdcp", "stones, then komi"},
};

bool holds_ugf(std::string_view head) {
  constexpr int kLines = 5;
  bool is_header = false;
  for (int i = 0; i < kLines && !head.empty(); ++i) {
    const std::string_view line = trimmed(take_line(head));
    if (is_header && (line.starts_with("Ver=UGF") || line.starts_with("Ver=REVIEW"))) return true;
    is_header = is_header || line == "[Header]";
  }
  return false;
}

class UgfStart final : public RecordStart {
 public:
  void begin() override { is_begun_ = false; }
  [[nodiscard]] bool is_next(std::string_view line) override {
    const bool is_next = is_begun_ && trimmed(without_utf8_mark(line)) == "[Header]";
    is_begun_ = is_begun_ || !trimmed(line).empty();
    return is_next;
  }
  /// "PI,W1,24,0" is a move; CSA has such a line.
  [[nodiscard]] bool resembles_others() const override { return true; }

 private:
  bool is_begun_ = false;
};

/// Games of go from PandaNet.
class UgfFormat final : public FormatRoom {
 public:
  UgfFormat()
      : FormatRoom({.name = "ugf",
                    .title = "UGF",
                    .endings = kUgfEndings,
                    .line_mark = {""},
                    .joining = {.runs_on = RunsOn::always},
                    .output = Output::none}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_ugf(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return holds_ugf(text);
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<HeadedSplitter>(Format::ugf, std::make_unique<UgfStart>(),
                                            options.start_offset_bytes, options.max_record_bytes,
                                            head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return make_translating_reader(options, translate_ugf);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to,
                                                             std::string_view) const override {
    return to == Format::sgf ? make_translating_writer(translate_ugf) : nullptr;
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"UGF", kUgfRules}};
  }
};

}  // namespace

const FormatRoom& ugf_format() {
  static const UgfFormat format;
  return format;
}

}  // namespace ludex
