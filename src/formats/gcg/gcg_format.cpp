#include "formats/format_room.hpp"
#include "formats/gcg/gcg_lines.hpp"
#include "formats/gcg/gcg_record_reader.hpp"
#include "formats/gcg/gcg_splitter.hpp"

namespace ludex {
namespace {

constexpr std::string_view kEndings[] = {".gcg"};

class GcgRoom final : public FormatRoom {
 public:
  GcgRoom()
      : FormatRoom({.name = "gcg", .title = "GCG", .endings = kEndings, .line_mark = {"#>"}}) {}

  [[nodiscard]] bool holds(std::string_view head) const override { return holds_gcg(head); }

  [[nodiscard]] bool begins_record(std::string_view text, bool) const override {
    return holds_gcg(text.substr(0, text.find_first_of("\r\n")));
  }

  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override {
    return std::make_unique<GcgSplitter>(options.start_offset_bytes, options.max_record_bytes,
                                         head);
  }
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override {
    return std::make_unique<GcgRecordReader>(options);
  }
};

}  // namespace

const FormatRoom& gcg_format() {
  static const GcgRoom room;
  return room;
}

}  // namespace ludex
