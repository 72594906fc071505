#pragma once

#include "engine/sqlite/export/record_export.hpp"
#include "formats/csa/csa_parser.hpp"
#include "formats/csa/csa_writer.hpp"

#include <string>

namespace ludex {

/// Writes CSA records as one collection a file, "/" lines between the games. Says what the
/// version could not say.
class CsaExport final : public RecordExport {
 public:
  CsaExport(Database& database, CsaVersion version, ExportSink& sink)
      : RecordExport(database, Format::csa, "a CSA record", sink), version_(version) {}
  void append(ExportFile& file) const override;
  void finish() const override;

 private:
  std::optional<Problem> parse(std::string_view text, const RecordReading& reading) override;

  CsaVersion version_;
  CsaGame game_;
  std::string written_;
  CsaLosses losses_;  // of all records
};

}  // namespace ludex
