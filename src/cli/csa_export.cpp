#include "cli/csa_export.hpp"

#include "cli/message.hpp"
#include "ludex/core/problem.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::cli {

CsaExport::CsaExport(Database& database, CsaVersion version)
    : texts_(database.sql()), readings_(database.sql()), version_(version) {}

bool CsaExport::read(const SelectedRecord& selected) {
  const auto& [record, game] = selected;
  const RecordReading reading = readings_.get(game);
  if (reading.format != Format::csa) {
    print_message(fmt::format("record {} left out: it is not a CSA record", raw(record)));
    return false;
  }
  CsaOptions options;
  options.form = reading.form;
  options.charset = reading.charset;
  const std::string text = texts_.text(record);
  if (const auto problem = parse_csa(text, options, game_)) {
    print_message(fmt::format("record {} left out: {}", raw(record), problem_name(problem->kind)));
    return false;
  }
  return true;
}

/// V2 repeats its version with every game, V3 has head lines once.
void CsaExport::append(ExportFile& file) const {
  if (file.begun) file.text += "/\n";
  if (!file.begun || version_ == CsaVersion::v2_2) file.text += csa_head(version_);
  file.text += write_csa(game_, version_);
}

}  // namespace ludex::cli
