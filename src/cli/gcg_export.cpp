#include "cli/gcg_export.hpp"

#include "cli/message.hpp"
#include "cli/record_readings.hpp"
#include "ludex/parse/gcg_parser.hpp"
#include "ludex/parse/gcg_writer.hpp"
#include "ludex/store/record_texts.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::cli {

void export_gcg(Database& database, std::span<const SelectedRecord> records, ByteOutput& output) {
  RecordTexts texts(database.sql());
  RecordReadings readings(database.sql());
  GcgGame game;
  for (const auto& [record, id] : records) {
    const RecordReading reading = readings.get(id);
    if (reading.format != Format::gcg) {
      print_message(fmt::format("record {} left out: it is not a GCG record", raw(record)));
      continue;
    }
    GcgOptions options;
    options.form = reading.form;
    options.charset = reading.charset;
    const std::string text = texts.text(record);
    if (const auto problem = parse_gcg(text, options, game)) {
      print_message(
          fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
      continue;
    }
    output.write(write_gcg(game));
  }
}

}  // namespace ludex::cli
