#pragma once

#include "engine/sqlite/export/record_export.hpp"
#include "engine/sqlite/export/record_join.hpp"

#include <string>

namespace ludex {

/// Writes GCG records one after the other, parted where they would run together.
class GcgExport final : public RecordExport {
 public:
  GcgExport(Database& database, ExportSink& sink)
      : RecordExport(database, Format::gcg, "a GCG record", sink) {}
  void append(ExportFile& file) const override {
    append_to_stream(Format::gcg, {written_}, false, file);
  }

 private:
  std::optional<Problem> parse(std::string_view text, const RecordReading& reading) override;

  std::string written_;
};

}  // namespace ludex
