#include "cli/byte_output.hpp"
#include "cli/cgp_export.hpp"
#include "cli/command.hpp"
#include "cli/csa_export.hpp"
#include "cli/filter_options.hpp"
#include "cli/gcg_export.hpp"
#include "cli/options.hpp"
#include "cli/record_output.hpp"
#include "cli/record_readings.hpp"
#include "cli/row_writer.hpp"
#include "cli/sgf_export.hpp"
#include "ludex/core/error.hpp"
#include "ludex/query/game_query.hpp"
#include "ludex/query/game_rows.hpp"
#include "ludex/store/facts.hpp"
#include "ludex/store/record_texts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <span>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "original: the text of each record that a selected game stands in, once, byte for byte as "
    "found,\n"
    "in the order it was indexed; a line feed follows where a record does not end in one, and\n"
    "between records of CSA stands the line \"/\" that is none's part.\n"
    "sgf: the same records as FF[4] in UTF-8, with all properties and branches.\n"
    "csa: the same records of shogi as CSA in UTF-8, in the version asked for, \"/\" between "
    "games.\n"
    "cgp: positions of the selected games, one a line: the last one of the main line, all of it, "
    "or\n"
    "plies N..M of it.\n"
    "gcg: the same records of crossword games as GCG in UTF-8, in one form.\n"
    "json, csv: a row for each selected game, with every column of the view games.\n"
    "Examples:\n"
    "  ludex export games.db --player 'Go Seigen' -o go-seigen.sgf.gz\n"
    "  ludex export games.db --format csv --from 2000 > games.csv\n"
    "  ludex export games.db --format cgp --positions 0..30 --lexicon CSW21 > openings.cgp\n"
    "Exit status: 0 done (also if no game was selected), 2 wrong command line, 3 failed.";

enum class ExportFormat { original, sgf, csa, cgp, gcg, json, csv };

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "original";
  std::string csa_version = "2.2";
  std::optional<std::string> positions;
  std::string output;
};

ExportFormat parse_export_format(const std::string& name) {
  if (name == "original") return ExportFormat::original;
  if (name == "sgf") return ExportFormat::sgf;
  if (name == "csa") return ExportFormat::csa;
  if (name == "cgp") return ExportFormat::cgp;
  if (name == "gcg") return ExportFormat::gcg;
  if (name == "json") return ExportFormat::json;
  if (name == "csv") return ExportFormat::csv;
  throw UsageError(
      fmt::format("--format: '{}' is not one of original, sgf, csa, cgp, gcg, json, csv", name));
}

CsaVersion parse_csa_version(const std::string& name) {
  if (name == "2.2") return CsaVersion::v2_2;
  if (name == "3" || name == "3.0") return CsaVersion::v3;
  throw UsageError(fmt::format("--csa-version: '{}' is not one of 2.2, 3", name));
}

/// The records that games stand in, each once with its first game, in the order they were indexed.
std::vector<SelectedRecord> records_of(Database& database, const IdSet& games) {
  FactReader facts(database.sql());
  std::vector<SelectedRecord> records;
  for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
    records.push_back({RecordId{facts.value(Fact::record, GameId{id})}, GameId{id}});
  }
  std::ranges::stable_sort(records, {}, &SelectedRecord::record);
  const auto same_record = [](const SelectedRecord& a, const SelectedRecord& b) {
    return a.record == b.record;
  };
  records.erase(std::unique(records.begin(), records.end(), same_record), records.end());
  return records;
}

/// Games of CSA that follow each other get back the line "/" that stood between them.
void write_originals(Database& database, std::span<const SelectedRecord> records,
                     ByteOutput& output) {
  RecordTexts texts(database.sql());
  RecordReadings readings(database.sql());
  bool after_csa = false;
  for (const auto& [record, game] : records) {
    const RecordReading reading = readings.get(game);
    const bool is_csa = reading.format == Format::csa;
    if (is_csa && after_csa) output.write(csa_separator(reading.form));
    after_csa = is_csa;
    write_record(texts, record, output);
  }
}

void write_rows(Database& database, const FoundGames& found, RowFormat format, ByteOutput& output) {
  std::vector<Column> columns;
  for (const std::string& name : game_columns()) columns.push_back({name});
  const auto writer = make_row_writer(format, std::move(columns), output);
  list_games(database, found, {}, [&](std::span<const Value> row) {
    writer->write(row);
    return true;
  });
  writer->finish();
}

/// Writing the output must not destroy what is read.
void refuse_own_database(const Options& options) {
  std::error_code ignored;
  if (std::filesystem::equivalent(options.database, options.output, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", options.output));
  }
}

ExitStatus run(const Options& options) {
  const ExportFormat format = parse_export_format(options.format);
  const CsaVersion csa_version = parse_csa_version(options.csa_version);
  if (options.positions && format != ExportFormat::cgp) {
    throw UsageError("--positions needs --format cgp");
  }
  const PlySpan plies = parse_plies(options.positions.value_or("last"));
  GameFilters filters = to_filters(*options.filters);
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  refuse_own_database(options);
  const FoundGames found = find_games(database, filters);
  report_undated(found.undated);

  ByteOutput output(options.output);
  if (format == ExportFormat::original) {
    write_originals(database, records_of(database, found.games), output);
  } else if (format == ExportFormat::sgf) {
    export_sgf(database, records_of(database, found.games), output);
  } else if (format == ExportFormat::csa) {
    export_csa(database, records_of(database, found.games), csa_version, output);
  } else if (format == ExportFormat::cgp) {
    export_cgp(database, found.games, plies, output);
  } else if (format == ExportFormat::gcg) {
    export_gcg(database, records_of(database, found.games), output);
  } else {
    write_rows(database, found, format == ExportFormat::json ? RowFormat::json : RowFormat::csv,
               output);
  }
  output.close();
  return kDone;
}

}  // namespace

CommandRun declare_export(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  add_text(app, "-f,--format", options->format, "F",
           "original, sgf, csa, cgp, gcg, json, csv (default: original)");
  add_text(app, "--csa-version", options->csa_version, "V",
           "version that --format csa writes: 2.2, 3 (default: 2.2)");
  app.add_option("--positions", options->positions,
                 "which ones --format cgp writes: all, last, N..M (default: last)")
      ->option_text("P");
  add_text(app, "-o,--output", options->output, "FILE",
           "write to FILE, packed if it ends in .gz, .bz2, .xz or .zst (default: standard output)");
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
