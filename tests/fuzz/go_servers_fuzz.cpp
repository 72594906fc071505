// Splits any bytes as GIB, NGF and UGF, in two chunk sizes, and reads, replays and translates them.
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include "formats/collected_records.hpp"
#include "fuzz_input.hpp"

#include <cstdint>
#include <string_view>

namespace {

using ludex::fuzz::require;

ludex::Cut cut(ludex::Format format, std::string_view text, std::size_t bytes) {
  constexpr std::size_t kMaxRecordBytes = 4096;
  const auto splitter = ludex::make_splitter(format, {.max_record_bytes = kMaxRecordBytes});
  ludex::CollectingSink sink;
  for (std::size_t at = 0; at < text.size(); at += bytes) {
    splitter->feed(text.substr(at, bytes), sink);
  }
  splitter->finish(sink);
  return sink.cut;
}

void read(ludex::Format format, const ludex::CutRecord& record) {
  const auto reader = ludex::make_record_reader(format);
  if (reader->read({.text = record.text, .form = record.form})) return;
  ludex::ReplayScript script;
  reader->compile(0, script, nullptr);
  (void)reader->comments(0);
  for (const ludex::Problem& problem : reader->text_problems()) {
    require(ludex::is_utf8(problem.message) &&
            (ludex::is_wide(record.form) || problem.offset_bytes <= record.text.size()));
  }
  for (const auto& [ident, value] : reader->info(0).properties) {
    require(ludex::is_utf8(ident) && ludex::is_utf8(value));
  }
  std::string sgf;
  const auto writer = ludex::room_of(format).make_converter(ludex::Format::sgf, {});
  require(!writer->write(record.text, record.form, ludex::Charset::utf8, sgf));
  const auto again = ludex::make_record_reader(ludex::Format::sgf);
  require(!again->read({.text = sgf}) && again->text_problems().empty());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)ludex::detect_format(text, "");
  for (const auto format : {ludex::Format::gib, ludex::Format::ngf, ludex::Format::ugf}) {
    const ludex::Cut whole = cut(format, text, 4096);
    require(whole == cut(format, text, 7));
    require(ludex::coverage_fault(whole, text).empty());
    for (const ludex::CutRecord& record : whole.records) {
      if (!record.oversize) read(format, record);
    }
  }
  return 0;
}
