#include "formats/gcg/gcg_format.hpp"

#include "formats/gcg/gcg_lines.hpp"
#include "formats/gcg/gcg_parser.hpp"
#include "formats/gcg/gcg_record_reader.hpp"
#include "formats/gcg/gcg_splitter.hpp"
#include "formats/gcg/gcg_writer.hpp"

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".gcg"};

class GcgRecordWriter final : public RecordWriter {
 public:
  std::optional<Problem> write(std::string_view text, TextForm form, Charset charset,
                               std::string& out) override {
    GcgOptions options;
    options.form = form;
    options.charset = charset;
    if (auto problem = parse_gcg(text, options, game_)) return problem;
    out = write_gcg(game_);
    return std::nullopt;
  }

 private:
  GcgGame game_;
};

}  // namespace

GcgFormat::GcgFormat()
    : FormatRoom({.name = "gcg",
                  .title = "GCG",
                  .endings = kEndings,
                  .line_mark = {"#>"},
                  .joining = {.runs_on = RunsOn::always},
                  .record_name = "a GCG record"}) {}

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

std::unique_ptr<RecordWriter> GcgFormat::make_writer(std::string_view) const {
  return std::make_unique<GcgRecordWriter>();
}

const FormatRoom& gcg_format() {
  static const GcgFormat format;
  return format;
}

}  // namespace ludex
