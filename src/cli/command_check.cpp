#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/check.hpp"

#include <fmt/format.h>

#include <string>

namespace ludex::cli {
namespace {

constexpr const char* kIndent = "    ";

bool has_findings(const CheckReport& report) { return report.findings + report.foreign_parts > 0; }

std::string summary(const CheckReport& report) {
  std::string line = fmt::format("{} checked", counted(report.records, "record", false));
  if (report.findings > 0) {
    line += fmt::format(", {} in {}", counted(report.findings, "finding", false),
                        counted(report.records_with_findings, "record", false));
  }
  if (report.foreign_parts > 0) {
    line += fmt::format(", {} of another format", counted(report.foreign_parts, "part", false));
  }
  if (!has_findings(report)) line += ", nothing found";
  if (report.notes > 0) line += "; " + counted(report.notes, "note", false);
  if (report.skipped_files > 0)
    line += "; " + counted(report.skipped_files, "file", false) + " skipped";
  return line;
}

}  // namespace

std::string excerpt(const CheckFinding& finding) {
  if (finding.before.empty() && finding.behind.empty()) return {};
  const std::string before = printable(finding.before);
  return fmt::format("{}{}{}\n{}{}^\n", kIndent, before, printable(finding.behind), kIndent,
                     std::string(display_width(before), ' '));
}

ExitStatus run_check(const OptionValues& options) {
  ByteOutput output;
  const auto print = [&](const CheckFinding& finding) {
    output.write(fmt::format("{}:{}:{}: {}{}\n{}", printable(finding.source), finding.line,
                             finding.column, finding.is_note ? "note: " : "",
                             printable(finding.text), excerpt(finding)));
  };
  const CheckReport report =
      check_sources(options.texts("SOURCE"), {.charset = options.text("charset", "")}, print,
                    [](const std::string& why) { print_message(why); });
  output.close();
  print_message(summary(report));
  if (report.failed_sources > 0) return kFailed;
  return has_findings(report) ? kNothingFound : kDone;
}

}  // namespace ludex::cli
