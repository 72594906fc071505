#pragma once

#include "cli/export_files.hpp"
#include "cli/record_readings.hpp"
#include "ludex/core/ids.hpp"
#include "ludex/store/database.hpp"
#include "ludex/store/record_texts.hpp"

#include <string>

namespace ludex::cli {

struct SelectedRecord {
  RecordId record = RecordId::none;
  GameId game = GameId::none;  ///< one of its games: names the charset that the record was read in
};

/// Writes SGF records as FF[4] in UTF-8, read in the charset they were indexed in;
/// says which records are of another format.
/// Memory: one record and its tree.
class SgfExport {
 public:
  explicit SgfExport(Database& database);
  /// Reads the record. \returns false if it is left out.
  bool read(const SelectedRecord& record);
  void append(ExportFile& file) const;

 private:
  RecordTexts texts_;
  RecordReadings readings_;
  std::string written_;
};

}  // namespace ludex::cli
