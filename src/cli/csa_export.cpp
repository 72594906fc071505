#include "cli/csa_export.hpp"

#include "cli/message.hpp"
#include "cli/record_readings.hpp"
#include "ludex/parse/csa_parser.hpp"
#include "ludex/store/record_texts.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::cli {

void export_csa(Database& database, std::span<const SelectedRecord> records, CsaVersion version,
                ByteOutput& output) {
  RecordTexts texts(database.sql());
  RecordReadings readings(database.sql());
  CsaGame game;
  bool first = true;
  for (const auto& [record, id] : records) {
    const RecordReading reading = readings.get(id);
    if (reading.format != Format::csa) {
      print_message(fmt::format("record {} left out: it is not a CSA record", raw(record)));
      continue;
    }
    CsaOptions options;
    options.form = reading.form;
    options.charset = reading.charset;
    const std::string text = texts.text(record);
    if (const auto problem = parse_csa(text, options, game)) {
      print_message(
          fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
      continue;
    }
    // V2 repeats its version with every game, V3 has head lines once.
    if (!first) output.write("/\n");
    if (first || version == CsaVersion::v2_2) output.write(csa_head(version));
    first = false;
    output.write(write_csa(game, version));
  }
}

}  // namespace ludex::cli
