#pragma once

#include "engine/sqlite/export/record_export.hpp"

#include <string>

namespace ludex {

/// Writes SGF records as FF[4].
class SgfExport final : public RecordExport {
 public:
  SgfExport(Database& database, ExportSink& sink)
      : RecordExport(database, Format::sgf, "an SGF record", sink) {}
  void append(ExportFile& file) const override { file.text += written_; }

 private:
  std::optional<Problem> parse(std::string_view text, const RecordReading& reading) override;

  std::string written_;
};

}  // namespace ludex
