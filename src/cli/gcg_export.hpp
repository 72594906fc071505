#pragma once

#include "cli/export_files.hpp"
#include "cli/record_readings.hpp"
#include "cli/sgf_export.hpp"
#include "ludex/store/database.hpp"
#include "ludex/store/record_texts.hpp"

#include <string>

namespace ludex::cli {

/// Writes GCG records one after the other in UTF-8; says which records are of another format.
/// Memory: one record.
class GcgExport {
 public:
  explicit GcgExport(Database& database);
  /// Reads the record. \returns false if it is left out.
  bool read(const SelectedRecord& record);
  void append(ExportFile& file) const;

 private:
  RecordTexts texts_;
  RecordReadings readings_;
  std::string written_;
};

}  // namespace ludex::cli
