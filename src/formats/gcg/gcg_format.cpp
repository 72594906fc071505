#include "formats/gcg/gcg_format.hpp"

#include "formats/gcg/gcg_lines.hpp"
#include "formats/gcg/gcg_record_reader.hpp"
#include "formats/gcg/gcg_splitter.hpp"

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".gcg"};

}  // namespace

GcgFormat::GcgFormat()
    : FormatRoom({.name = "gcg", .title = "GCG", .endings = kEndings, .line_mark = {"#>"}}) {}

bool GcgFormat::holds(std::string_view head) const { return holds_gcg(head); }

bool GcgFormat::begins_record(std::string_view text, bool) const {
  return holds_gcg(text.substr(0, text.find_first_of("\r\n")));
}

std::unique_ptr<Splitter> GcgFormat::make_splitter(const SplitOptions& options,
                                                   std::string_view head) const {
  return std::make_unique<GcgSplitter>(options.start_offset_bytes, options.max_record_bytes, head);
}
std::unique_ptr<RecordReader> GcgFormat::make_reader(const ReadOptions& options) const {
  return std::make_unique<GcgRecordReader>(options);
}

const FormatRoom& gcg_format() {
  static const GcgFormat format;
  return format;
}

}  // namespace ludex
