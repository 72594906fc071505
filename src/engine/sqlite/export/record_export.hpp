#pragma once

#include "core/ids.hpp"
#include "core/problem.hpp"
#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/record_readings.hpp"
#include "store/database.hpp"
#include "store/record_texts.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

struct SelectedRecord {
  RecordId record = RecordId::none;
  GameId game = GameId::none;  ///< one of its games: names the charset that the record was read in
};

/// Writes records of one format anew, in UTF-8; says how many records are of another format, and
/// which are broken. Memory: one record.
class RecordExport {
 public:
  virtual ~RecordExport() = default;
  RecordExport(const RecordExport&) = delete;
  RecordExport& operator=(const RecordExport&) = delete;

  /// Reads the record. \returns false if it is left out.
  bool read(const SelectedRecord& selected);
  /// Says how many records were left out since they are of another format.
  virtual void finish() const;
  [[nodiscard]] Format format() const { return format_; }
  /// Adds the record that was read last.
  virtual void append(ExportFile& file) const = 0;

 protected:
  /// \param name  of such a record, for messages: "an SGF record".
  RecordExport(Database& database, Format format, std::string_view name, ExportSink& sink);
  [[nodiscard]] ExportSink& sink() const { return sink_; }

 private:
  /// Reads the text in the charset it was indexed in.
  virtual std::optional<Problem> parse(std::string_view text, const RecordReading& reading) = 0;

  ExportSink& sink_;
  RecordTexts texts_;
  RecordReadings readings_;
  Format format_;
  std::string_view name_;
  std::int64_t of_other_formats_ = 0;
};

}  // namespace ludex
