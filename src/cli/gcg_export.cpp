#include "cli/gcg_export.hpp"

#include "cli/message.hpp"
#include "ludex/parse/gcg_parser.hpp"
#include "ludex/parse/gcg_writer.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::cli {

GcgExport::GcgExport(Database& database) : texts_(database.sql()), readings_(database.sql()) {}

bool GcgExport::read(const SelectedRecord& selected) {
  const auto& [record, id] = selected;
  const RecordReading reading = readings_.get(id);
  if (reading.format != Format::gcg) {
    print_message(fmt::format("record {} left out: it is not a GCG record", raw(record)));
    return false;
  }
  GcgOptions options;
  options.form = reading.form;
  options.charset = reading.charset;
  GcgGame game;
  const std::string text = texts_.text(record);
  if (const auto problem = parse_gcg(text, options, game)) {
    print_message(fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
    return false;
  }
  written_ = write_gcg(game);
  return true;
}

void GcgExport::append(ExportFile& file) const { file.text += written_; }

}  // namespace ludex::cli
