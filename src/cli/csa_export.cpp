#include "cli/csa_export.hpp"

namespace ludex::cli {

std::optional<Problem> CsaExport::parse(std::string_view text, const RecordReading& reading) {
  CsaOptions options;
  options.form = reading.form;
  options.charset = reading.charset;
  return parse_csa(text, options, game_);
}

/// V2 repeats its version with every game, V3 has head lines once.
void CsaExport::append(ExportFile& file) const {
  if (file.begun) file.text += "/\n";
  if (!file.begun || version_ == CsaVersion::v2_2) file.text += csa_head(version_);
  file.text += write_csa(game_, version_);
}

}  // namespace ludex::cli
