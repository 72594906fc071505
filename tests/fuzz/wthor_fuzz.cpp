// Splits any bytes as WTHOR, in two chunk sizes and with any lists of names, and reads, replays and
// translates the games.
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"
#include "formats/wthor/wthor_file.hpp"
#include "formats/wthor/wthor_writer.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace {

using ludex::fuzz::require;

ludex::Cut cut_games(std::string_view text, std::size_t bytes) {
  const auto splitter = ludex::make_splitter(
      ludex::Format::wthor,
      {.companions = {{"a.jou", std::string(text)}, {"a.trn", std::string(text)}}});
  ludex::CollectingSink sink;
  for (std::size_t at = 0; at < text.size(); at += bytes) {
    splitter->feed(text.substr(at, bytes), sink);
  }
  splitter->finish(sink);
  return sink.cut;
}

/// A game without faults comes back from SGF as it was, but for its numbers and theoretical score.
void write_game(const ludex::CutRecord& record, const std::string& sgf, bool is_whole) {
  const auto writer = ludex::make_wthor_writer(ludex::Format::sgf);
  std::string bytes;
  const bool is_refused =
      writer->write(sgf, ludex::TextForm::bytes, ludex::Charset::utf8, bytes).has_value();
  require(is_refused || bytes.size() == ludex::kWthorGameBytes);
  if (!is_whole || is_refused) return;
  const std::size_t end = record.text.find('\0', ludex::kWthorMovesAt);
  require(bytes.substr(8, end - 8) == record.text.substr(8, end - 8));
}

void read_game(const ludex::CutRecord& record) {
  const auto reader = ludex::make_record_reader(ludex::Format::wthor);
  if (reader->read({.text = record.text, .context = record.context})) return;
  ludex::ReplayScript script;
  reader->compile(0, script, nullptr);
  require(script.problems.empty());
  for (const ludex::Problem& problem : reader->text_problems()) {
    require(ludex::is_utf8(problem.message) && problem.offset_bytes <= record.text.size());
  }
  for (const ludex::SeatInfo& seat : reader->info(0).seats) require(ludex::is_utf8(seat.name));
  std::string sgf;
  const auto writer = ludex::room_of(ludex::Format::wthor).make_converter(ludex::Format::sgf, {});
  require(!writer->write_with(record.context, record.text, record.form, ludex::Charset::utf8, sgf));
  const auto again = ludex::make_record_reader(ludex::Format::sgf);
  require(!again->read({.text = sgf}) && again->text_problems().empty());
  write_game(record, sgf, reader->text_problems().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  const ludex::Cut whole = cut_games(text, 4096);
  require(whole == cut_games(text, 7));
  require(ludex::coverage_fault(whole, text).empty());
  for (const ludex::CutRecord& record : whole.records) read_game(record);
  return 0;
}
