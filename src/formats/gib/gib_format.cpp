#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/gib/gib_translation.hpp"
#include "formats/headed_splitter.hpp"
#include "formats/text_lines.hpp"

#include <memory>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kGibEndings[] = {".gib"};

constexpr Rule kGibRules[] = {
    {missing_property, "", "\\GS", "the moves stand between \\GS and \\GE"},
    {unclosed_record, "", "\\GE", "the moves stand between \\GS and \\GE"},
    {stray_text, "", "\\HS", "the header holds fields only"},
    {bad_syntax, "", "", "fields are \\[KEY=VALUE\\]; moves STO 0, number, colour, column, row"},
    {no_node, "", "", "a record holds fields or moves"},
    {bad_charset, "", "GIBOKIND", "one charset for all fields"},
    {bad_date, "", "GAMEDATE", "year, month and day"},
    {bad_result, "", "GAMERESULT", "who won, and how"},
    {bad_komi, "", "GAMEGONGJE", "tenths of a point"},
    {bad_handicap, "", "INI", "the fourth number is that of handicap stones"},
};

/// The first lines are \HS, or fields.
bool holds_gib(std::string_view head) {
  constexpr int kLines = 5;
  for (int i = 0; i < kLines && !head.empty(); ++i) {
    const std::string_view line = trimmed(take_line(head));
    if (line == "\\HS" || line.starts_with("\\[GIBOKIND=") || line.starts_with("\\[GAME")) {
      return true;
    }
  }
  return false;
}

class GibStart final : public RecordStart {
 public:
  void begin() override { is_begun_ = false; }
  [[nodiscard]] bool is_next(std::string_view line) override {
    const bool is_next = is_begun_ && trimmed(without_utf8_mark(line)) == "\\HS";
    is_begun_ = is_begun_ || !trimmed(line).empty();
    return is_next;
  }

 private:
  bool is_begun_ = false;
};

/// Games of go from Tygem.
class GibFormat final : public FormatRoom {
 public:
  GibFormat()
      : FormatRoom({.name = "gib",
                    .title = "GIB",
                    .endings = kGibEndings,
                    .line_mark = {"\\"},
                    .joining = {.runs_on = RunsOn::always},
                    .output = Output::none}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_gib(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return trimmed(text.substr(0, find_line_end(text))) == "\\HS";
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<HeadedSplitter>(Format::gib, std::make_unique<GibStart>(),
                                            options.start_offset_bytes, options.max_record_bytes,
                                            head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return make_translating_reader(options, translate_gib);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to,
                                                             std::string_view) const override {
    return to == Format::sgf ? make_translating_writer(translate_gib) : nullptr;
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"GIB", kGibRules}};
  }
};

}  // namespace

const FormatRoom& gib_format() {
  static const GibFormat format;
  return format;
}

}  // namespace ludex
