#pragma once

#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/record_readings.hpp"
#include "formats/record_writer.hpp"
#include "ludex/types.hpp"
#include "store/database.hpp"
#include "store/record_texts.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace ludex {

struct SelectedRecord {
  RecordId record = RecordId::none;
  GameId game = GameId::none;  ///< one of its games: names the charset that the record was read in
};

/// Writes records of one format anew, in UTF-8; says how many records are of another format, which
/// are broken, and what the writer could not say. Memory: one record.
class RecordExport {
 public:
  RecordExport(Database& database, Format format, std::unique_ptr<RecordWriter> writer,
               ExportSink& sink);

  /// Reads the record. \returns false if it is left out.
  bool read(const SelectedRecord& selected);
  /// Says what was left out or lost.
  void finish() const;
  [[nodiscard]] Format format() const { return format_; }
  /// Adds the record that was read last.
  void append(ExportFile& file) const;

 private:
  ExportSink& sink_;
  RecordTexts texts_;
  RecordReadings readings_;
  Format format_;
  std::unique_ptr<RecordWriter> writer_;
  std::string written_;
  std::int64_t of_other_formats_ = 0;
};

}  // namespace ludex
