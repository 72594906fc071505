#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/wthor/wthor_file.hpp"
#include "formats/wthor/wthor_splitter.hpp"
#include "formats/wthor/wthor_translation.hpp"
#include "formats/wthor/wthor_writer.hpp"

#include <memory>
#include <vector>

namespace ludex {
namespace {

using enum ProblemKind;

constexpr std::string_view kWthorEndings[] = {".wtb"};
constexpr std::string_view kWthorCompanions[] = {".jou", ".trn"};

constexpr Rule kWthorRules[] = {
    {bad_syntax, "", "", "16 bytes of header, then 68 bytes a game"},
    {unclosed_record, "", "bytes 4-7 of the header", "the number of games in the file"},
    {bad_number, "", "bytes 4-7 of the header", "the number of games in the file"},
    {missing_property, "", "bytes 0-5", "numbers into the lists of tournaments and players"},
    {bad_result, "", "byte 6", "black's discs at the end, 0 to 64"},
    {wrong_score, "", "byte 6", "black's discs at the end, the empty squares for the winner"},
    {off_board, "", "bytes 8-67", "10 * row + column, both 1 to 8"},
    {impossible_move, "", "bytes 8-67", "a move turns at least one disc"},
};

/// Games of Othello from tournaments.
class WthorFormat final : public FormatRoom {
 public:
  WthorFormat()
      : FormatRoom({.name = "wthor",
                    .title = "WTHOR",
                    .endings = kWthorEndings,
                    .evidence = Evidence::first_line,
                    .line_mark = {""},
                    .companions = kWthorCompanions,
                    .max_companion_bytes = kMaxWthorNamesBytes}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return is_wthor(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    (void)text;
    return false;  // games are found by their place alone
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<WthorSplitter>(options, head);
  }

  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return make_translating_reader(options, translate_wthor);
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_writer(std::string_view) const override {
    return make_wthor_writer(Format::wthor);
  }
  [[nodiscard]] std::unique_ptr<RecordBinder> make_binder() const override {
    return make_wthor_binder();
  }

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to,
                                                             std::string_view) const override {
    return to == Format::sgf ? make_translating_writer(translate_wthor) : nullptr;
  }

  [[nodiscard]] std::string context_of(const RowValues& row) const override {
    WthorContext context;
    context.made = row.property("made");
    context.year = row.year();
    context.black = row.black;
    context.white = row.white;
    context.event = row.event;
    return context.lines();
  }

  void append_binary(std::string_view record, const RowValues& row,
                     RecordStream& stream) const override {
    append_wthor_game(record, row, stream);
  }

  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope&) const override {
    return {{"WTHOR", kWthorRules}};
  }
};

}  // namespace

const FormatRoom& wthor_format() {
  static const WthorFormat format;
  return format;
}

}  // namespace ludex
