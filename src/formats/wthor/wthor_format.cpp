#include "core/ascii.hpp"
#include "core/little_endian.hpp"
#include "formats/format_room.hpp"
#include "formats/wthor/wthor_file.hpp"
#include "formats/wthor/wthor_splitter.hpp"
#include "formats/wthor/wthor_translation.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
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

/// A value of a row's properties; empty: none.
std::string_view value_of(const RowValues& row, std::string_view name) {
  for (const auto& [ident, value] : row.properties) {
    if (ident == name) return value;
  }
  return {};
}

int number_at(std::string_view text, std::size_t at, std::size_t digits) {
  return at < text.size() ? find_number<int>(text.substr(at, digits)).value_or(0) : 0;
}

/// The header of a file without games yet. Rows that do not say when the file was made give the
/// first day of the games' year.
std::string header_for(const RowValues& row) {
  const int year = number_at(row.date, 0, 4);
  std::string_view made = value_of(row, "made");
  const std::string first_day = fmt::format("{:04}-01-01", year == 0 ? 2000 : year);
  if (made.size() != first_day.size()) made = first_day;
  const int made_year = number_at(made, 0, 4);
  std::string header(kWthorHeaderBytes, '\0');
  header[0] = static_cast<char>(made_year / 100);
  header[1] = static_cast<char>(made_year % 100);
  header[2] = static_cast<char>(number_at(made, 5, 2));
  header[3] = static_cast<char>(number_at(made, 8, 2));
  store_little(header.data() + 10, static_cast<std::uint16_t>(year));
  header[12] = 8;
  header[14] = static_cast<char>(find_number<int>(value_of(row, "depth")).value_or(0));
  return header;
}

/// Games of Othello from tournaments.
class WthorFormat final : public FormatRoom {
 public:
  WthorFormat()
      : FormatRoom({.name = "wthor",
                    .title = "WTHOR",
                    .endings = kWthorEndings,
                    .evidence = Evidence::first_line,
                    .line_mark = {""},
                    .record_name = "a WTHOR record",
                    .output = Output::none,
                    .companions = kWthorCompanions}) {}

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

  [[nodiscard]] std::unique_ptr<RecordWriter> make_converter(Format to) const override {
    return to == Format::sgf ? make_translating_writer(translate_wthor) : nullptr;
  }

  [[nodiscard]] std::string context_of(const RowValues& row) const override {
    WthorContext context;
    context.made = value_of(row, "made");
    context.year = number_at(row.date, 0, 4);
    context.black = row.black;
    context.white = row.white;
    context.event = row.event;
    return context.lines();
  }

  void append_binary(std::string_view record, const RowValues& row,
                     RecordStream& stream) const override {
    const std::string header = header_for(row);
    constexpr std::size_t kYearAt = 10;
    constexpr std::size_t kMostHeldBytes = 32 * 1024 * 1024;
    if (!stream.begun) {
      stream.text = stream.head = header;
      stream.begun = stream.is_counted = true;
    } else if (stream.text.size() < kWthorHeaderBytes || stream.text.size() > kMostHeldBytes) {
      throw Error("too many games for one WTHOR file; write several with `split`");
    } else if (stream.head.substr(kYearAt, 2) != header.substr(kYearAt, 2)) {
      throw Error("a WTHOR file holds the games of one year; write a file for each with `split`");
    }
    char* count = stream.text.data() + 4;
    store_little(count, load_little<std::uint32_t>(count) + 1);
    stream.text += record;
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
