#pragma once

#include "cli/export_files.hpp"
#include "cli/record_readings.hpp"
#include "cli/sgf_export.hpp"
#include "ludex/parse/csa_parser.hpp"
#include "ludex/parse/csa_writer.hpp"
#include "ludex/store/database.hpp"
#include "ludex/store/record_texts.hpp"

namespace ludex::cli {

/// Writes CSA records as one collection a file in UTF-8, "/" lines between the games; says which
/// records are of another format. Memory: one record.
class CsaExport {
 public:
  CsaExport(Database& database, CsaVersion version);
  /// Reads the record. \returns false if it is left out.
  bool read(const SelectedRecord& record);
  void append(ExportFile& file) const;

 private:
  RecordTexts texts_;
  RecordReadings readings_;
  CsaVersion version_;
  CsaGame game_;
};

}  // namespace ludex::cli
