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

ExportOptions export_options(const OptionValues& options) {
  const auto positions = options.text("positions");
  ExportOptions what;
  what.format = options.text("format", positions ? "cgp" : "original");
  what.variations = options.flag("variations");
  if (positions) what.positions = PlyRange{};
  check(what);
  if (!positions && what.variations) throw UsageError("--variations needs --positions");
  for (const RecordFormat& format : record_formats()) {
    if (format.versions.size() < 2) continue;
    ExportOptions one;
    one.format = format.name;
    one.version = options.text(one.format + "-version", "");
    check(one);
    if (one.format == what.format) what.version = one.version;
  }
  if (positions) what.positions = parse_plies(*positions);
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
