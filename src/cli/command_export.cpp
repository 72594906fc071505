#include "cli/export_output.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <system_error>

namespace ludex::cli {
namespace {

ExportFormat parse_export_format(const std::string& name) {
  constexpr std::string_view kNames[] = {"original", "sgf", "csa", "cgp", "gcg", "json", "csv"};
  for (std::size_t i = 0; i < std::size(kNames); ++i) {
    if (kNames[i] == name) return static_cast<ExportFormat>(i);
  }
  throw UsageError(fmt::format("--format: '{}' is not one of {}", name, fmt::join(kNames, ", ")));
}

bool parse_csa_v3(const std::string& name) {
  if (name == "2.2") return false;
  if (name == "3" || name == "3.0") return true;
  throw UsageError(fmt::format("--csa-version: '{}' is not one of 2.2, 3", name));
}

ExportOptions export_options(const OptionValues& options) {
  const auto positions = options.text("positions");
  ExportOptions what;
  what.format = parse_export_format(options.text("format", positions ? "cgp" : "original"));
  what.variations = options.flag("variations");
  const bool is_cgp = what.format == ExportFormat::cgp;
  const bool is_table = what.format == ExportFormat::csv || what.format == ExportFormat::json;
  if (positions && !is_table && !is_cgp) {
    throw UsageError("--positions goes with --format cgp, csv or json");
  }
  if (!positions && what.variations) throw UsageError("--variations needs --positions");
  what.csa_v3 = parse_csa_v3(options.text("csa-version", "2.2"));
  if (positions || is_cgp) what.positions = parse_plies(positions.value_or("last"));
  if (const auto split = options.text("split-by")) {
    what.split = parse_split(*split);
    const std::string output = options.text("output", "");
    if (output.empty() || output == "-") {
      throw UsageError("--split-by needs -o: a folder, or a pattern as games-{}.sgf");
    }
  }
  return what;
}

/// Writing the output must not destroy what is read.
void refuse_own_database(const std::string& database, const std::string& output) {
  std::error_code ignored;
  if (std::filesystem::equivalent(database, output, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", output));
  }
}

}  // namespace

ExitStatus run_export(const OptionValues& options) {
  const ExportOptions what = export_options(options);
  const Query query = options.query();
  const std::string database = options.text("DATABASE", "");
  const std::string output = options.text("output", "");
  Archive archive = Archive::open(database);
  refuse_own_database(database, output);
  const GameSet found = archive.find(query);
  report_notes(found.notes);
  report_undated(found.undated);
  report_silent(found.silent, query);
  report_copies(found.copies);
  if (found.games == 0) print_message("no game is selected: there is nothing to export");
  ExportOutput sink(database, output, what.split.has_value());
  try {
    archive.engine().export_games(found, what, sink, {});
  } catch (const MixedFormats& mixed) {
    throw UsageError(fmt::format(
        "{}; select games with --game, name one with --format {}, or write a file of each with "
        "--split-by format -o FOLDER/",
        mixed.what(), fmt::join(mixed.formats, "|")));
  }
  sink.close();
  return kDone;
}

}  // namespace ludex::cli
