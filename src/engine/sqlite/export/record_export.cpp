#include "engine/sqlite/export/record_export.hpp"

#include <fmt/format.h>

namespace ludex {

RecordExport::RecordExport(Database& database, Format format, std::string_view name,
                           ExportSink& sink)
    : sink_(sink),
      texts_(database.sql()),
      readings_(database.sql()),
      format_(format),
      name_(name) {}

bool RecordExport::read(const SelectedRecord& selected) {
  const auto& [record, game] = selected;
  const RecordReading reading = readings_.get(game);
  if (reading.format != format_) {
    ++of_other_formats_;
    return false;
  }
  if (const auto problem = parse(texts_.text(record), reading)) {
    sink_.note(fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
    return false;
  }
  return true;
}

void RecordExport::finish() const {
  if (of_other_formats_ == 0) return;
  const bool one = of_other_formats_ == 1;
  sink_.note(
      fmt::format("{} record{} left out: {} not {}", of_other_formats_, one ? "" : "s",
                  one ? "it is" : "they are",
                  one ? std::string(name_) : std::string(name_.substr(name_.find(' ') + 1)) + "s"));
}

}  // namespace ludex
