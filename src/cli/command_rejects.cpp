#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"

#include <fmt/format.h>

#include <vector>

namespace ludex::cli {
namespace {

const std::vector<Column> kColumns = {{"source"}, {"member"},  {"offset"},   {"length"},
                                      {"kind"},   {"message"}, {"record_id"}};

Cell text_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

void print_rows(Archive& archive, const RowLayout& layout, ByteOutput& output) {
  const auto writer = make_row_writer(layout, kColumns, output);
  archive.for_each_reject([&](const Reject& reject) {
    const Origin& origin = reject.origin;
    const Cell cells[] = {origin.source,
                          text_or_null(origin.member),
                          static_cast<std::int64_t>(origin.offset_bytes),
                          static_cast<std::int64_t>(origin.length_bytes),
                          reject.kind,
                          text_or_null(reject.message),
                          raw(reject.record)};
    writer->write(cells);
  });
  writer->finish();
}

void print_message_of(const Reject& reject, ByteOutput& output) {
  const std::string& why = reject.message.empty() ? reject.kind : reject.message;
  const std::string length = fmt::format("{} bytes", reject.origin.length_bytes);
  output.write(fmt::format("{}: {}; {}rejected\n", printable(to_text(reject.origin)),
                           printable(why), why.starts_with(length) ? "" : length + " "));
}

}  // namespace

ExitStatus run_rejects(const OptionValues& options) {
  const std::string name = options.text("format", "text");
  const bool originals = name == "original";
  const RowLayout layout = originals ? RowLayout{} : row_layout(options, ", original");
  Archive archive = Archive::open(options.text("DATABASE", ""));
  ByteOutput output;
  if (originals) {
    archive.for_each_reject([&](const Reject& reject) {
      archive.engine().record_text(reject.record,
                                   [&](std::string_view piece) { output.write(piece); });
    });
  } else if (layout.format == RowFormat::text && layout.columns.empty()) {
    archive.for_each_reject([&](const Reject& reject) { print_message_of(reject, output); });
  } else {
    print_rows(archive, layout, output);
  }
  output.close();
  return kDone;
}

}  // namespace ludex::cli
