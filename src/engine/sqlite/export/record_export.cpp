#include "engine/sqlite/export/record_export.hpp"

#include "engine/sqlite/export/counted.hpp"
#include "engine/sqlite/export/record_join.hpp"
#include "formats/format_room.hpp"

#include <fmt/format.h>

#include <utility>

namespace ludex {

RecordExport::RecordExport(Database& database, Format format, std::unique_ptr<RecordWriter> writer,
                           ExportSink& sink)
    : sink_(sink),
      texts_(database.sql()),
      readings_(database.sql()),
      format_(format),
      writer_(std::move(writer)) {}

bool RecordExport::read(const SelectedRecord& selected) {
  const auto& [record, game] = selected;
  const RecordReading reading = readings_.get(game);
  if (reading.format != format_) {
    ++of_other_formats_;
    return false;
  }
  const std::string text = texts_.text(record);
  if (const auto problem = writer_->write(text, reading.form, reading.charset, written_)) {
    sink_.note(fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
    return false;
  }
  return true;
}

void RecordExport::append(ExportFile& file) const {
  if (!file.begun) file.text += writer_->file_head();
  append_to_stream(format_, {written_}, false, file);
}

void RecordExport::finish() const {
  if (of_other_formats_ > 0) {
    const std::string_view name = room_of(format_).record_name;
    const bool one = of_other_formats_ == 1;
    sink_.note(
        fmt::format("{} record{} left out: {} not {}", of_other_formats_, one ? "" : "s",
                    one ? "it is" : "they are",
                    one ? std::string(name) : std::string(name.substr(name.find(' ') + 1)) + "s"));
  }
  for (const WriterLoss& loss : writer_->losses()) {
    sink_.note(fmt::format("{} {}", counted(loss.count, loss.noun), loss.what));
  }
}

}  // namespace ludex
