#include "engine/sqlite/export/csa_export.hpp"

#include "engine/sqlite/export/counted.hpp"

#include <fmt/format.h>

namespace ludex {

std::optional<Problem> CsaExport::parse(std::string_view text, const RecordReading& reading) {
  CsaOptions options;
  options.form = reading.form;
  options.charset = reading.charset;
  if (auto problem = parse_csa(text, options, game_)) return problem;
  CsaLosses losses;
  written_ = write_csa(game_, version_, &losses);
  losses_.rounded_times += losses.rounded_times;
  losses_.hidden_lines += losses.hidden_lines;
  return std::nullopt;
}

/// V2 repeats its version with every game, V3 has head lines once.
void CsaExport::append(ExportFile& file) const {
  if (file.begun) file.text += "/\n";
  if (!file.begun || version_ == CsaVersion::v2_2) file.text += csa_head(version_);
  file.text += written_;
}

void CsaExport::finish() const {
  RecordExport::finish();
  const bool is_v3 = version_ == CsaVersion::v3;
  if (const auto times = losses_.rounded_times; times > 0) {
    sink().note(fmt::format(
        "{} rounded {}", counted(times, "time"),
        is_v3 ? "to three decimals, as V3 has them" : "down to whole seconds, as V2.2 has them"));
  }
  if (const auto lines = losses_.hidden_lines; lines > 0) {
    sink().note(fmt::format("{} written as {}, since {} does not have {}", counted(lines, "line"),
                            lines == 1 ? "a comment" : "comments", is_v3 ? "V3" : "V2.2",
                            lines == 1 ? "it" : "them"));
  }
}

}  // namespace ludex
