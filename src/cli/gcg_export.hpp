#pragma once

#include "cli/record_export.hpp"
#include "cli/record_join.hpp"

#include <string>

namespace ludex::cli {

/// Writes GCG records one after the other, parted where they would run together.
class GcgExport final : public RecordExport {
 public:
  explicit GcgExport(Database& database) : RecordExport(database, Format::gcg, "a GCG record") {}
  void append(ExportFile& file) const override {
    append_to_stream(Format::gcg, {written_}, false, file);
  }

 private:
  std::optional<Problem> parse(std::string_view text, const RecordReading& reading) override;

  std::string written_;
};

}  // namespace ludex::cli
