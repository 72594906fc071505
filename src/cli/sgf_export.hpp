#pragma once

#include "cli/record_export.hpp"

#include <string>

namespace ludex::cli {

/// Writes SGF records as FF[4].
class SgfExport final : public RecordExport {
 public:
  explicit SgfExport(Database& database) : RecordExport(database, Format::sgf, "an SGF record") {}
  void append(ExportFile& file) const override { file.text += written_; }

 private:
  std::optional<Problem> parse(std::string_view text, const RecordReading& reading) override;

  std::string written_;
};

}  // namespace ludex::cli
