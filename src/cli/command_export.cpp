#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/csa_export.hpp"
#include "cli/export_files.hpp"
#include "cli/filter_options.hpp"
#include "cli/gcg_export.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/original_export.hpp"
#include "cli/position_rows.hpp"
#include "cli/record_walk.hpp"
#include "cli/row_writer.hpp"
#include "cli/sgf_export.hpp"
#include "core/error.hpp"
#include "formats/position_text.hpp"
#include "query/filter/game_query.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "original: the text of each record that a selected game stands in, once, byte for byte as "
    "found,\n"
    "in the order it was indexed; a line feed follows where a record does not end in one. Read "
    "again\n"
    "it gives the same records: between those of CSA stands the line \"/\", behind an unclosed "
    "one,\n"
    "where it is needed, ASCII's record separator (0x1E) in a line of its own. Records of several\n"
    "formats go into a file for each (--split-by format).\n"
    "sgf: the same records as FF[4] in UTF-8, with all properties and branches; without FF where\n"
    "none is written and a time limit (TM) names no unit: FF[4] would make it seconds.\n"
    "csa: the same records of shogi as CSA in UTF-8, in the version asked for, \"/\" between "
    "games;\n"
    "what that version has no line for becomes a comment.\n"
    "gcg: the same records of crossword games as GCG in UTF-8, in one form.\n"
    "json, csv: a row for each selected game, with every column of the view games; with\n"
    "--positions a row for each position: id, ply, mover (the seat that plays next_move, or is to\n"
    "move where the line ends; pl in cgp is a colour), next_move, cgp, key, outcome (of the\n"
    "mover). cgp: positions alone, one a line; without --positions the last of each game.\n"
    "--split-by: -o names a folder (NAME.sgf), a file with an ending, which NAME is put before, "
    "or\n"
    "one with {}, which NAME takes the place of. A game goes into the files of both its players.\n"
    "Names keep letters and digits; 'unknown' takes games without; those of one name but for case\n"
    "share a file.\n"
    "Examples:\n"
    "  ludex export games.db --player 'Go Seigen' -o go-seigen.sgf.gz\n"
    "  ludex export games.db --format csv --from 2000 > games.csv\n"
    "  ludex export games.db --positions 0..30 --format csv -o openings.csv.gz\n"
    "  ludex export games.db --format cgp --positions 0..30 --lexicon CSW21 > openings.cgp\n"
    "  ludex export games.db --split-by year -o 'years/{}.sgf.xz'\n"
    "Exit status: 0 done (also if no game was selected), 2 wrong command line, 3 failed.";

enum class ExportFormat { original, sgf, csa, cgp, gcg, json, csv };

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::optional<std::string> format;
  std::string csa_version = "2.2";
  std::string output;
  std::optional<std::string> positions;
  std::optional<std::string> split;
  bool variations = false;
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

void export_records(Database& database, const IdSet& games, RecordExport& writer,
                    ExportFiles& files) {
  const std::string_view extension = format_name(writer.format());
  RecordWalk records(database, games);
  fill_in_turns(database, files, [&] {
    const RecordGames* const record = records.next();
    if (record == nullptr) return false;
    if (writer.read({record->record, record->games.front()})) {
      files.write(record->games, extension, [&](ExportFile& file) { writer.append(file); });
    }
    return true;
  });
  writer.finish();
}

std::vector<Column> to_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name});
  return columns;
}

/// Appends rows of csv or json; csv begins with the names of the columns.
class RowExport {
 public:
  RowExport(ExportFormat format, const std::vector<std::string>& columns)
      : is_json_(format == ExportFormat::json),
        columns_(to_columns(columns)),
        head_(columns.begin(), columns.end()) {}

  void append(std::span<const Value> row, ExportFile& file) const {
    if (is_json_) {
      file.text += json_line(columns_, row) + '\n';
      return;
    }
    if (!file.begun) file.text += csv_line(head_) + "\r\n";
    file.text += csv_line(row) + "\r\n";
  }
  /// What a file without rows holds.
  void append_head(ExportFile& file) const {
    if (!is_json_) file.text += csv_line(head_) + "\r\n";
  }

 private:
  bool is_json_;
  std::vector<Column> columns_;
  std::vector<Value> head_;
};

std::string_view extension_of(ExportFormat format) {
  if (format == ExportFormat::cgp) return "cgp";
  return format == ExportFormat::json ? "json" : "csv";
}

void export_games(Database& database, const FoundGames& found, ExportFormat format,
                  ExportFiles& files) {
  const std::vector<std::string> columns = game_columns();
  const auto id = static_cast<std::size_t>(std::ranges::find(columns, "id") - columns.begin());
  const RowExport rows(format, columns);
  if (found.games.empty()) files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  list_games(database, found, {}, [&](std::span<const Value> row) {
    const auto game = static_cast<GameId>(std::get<std::int64_t>(row[id]));
    files.write(std::span(&game, 1), extension_of(format),
                [&](ExportFile& file) { rows.append(row, file); });
    files.relieve();
    return true;
  });
}

void export_positions(Database& database, const IdSet& games, const PlyRange& plies,
                      bool with_variations, ExportFormat format, ExportFiles& files) {
  const RowExport rows(format, position_columns());
  PositionRows positions(database.sql(), plies, with_variations);
  std::vector<Value> row;
  if (games.empty() && format != ExportFormat::cgp) {
    files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  }
  std::int64_t id = games.next(0);
  fill_in_turns(database, files, [&] {
    if (id < 0) return false;
    const auto game = static_cast<GameId>(id);
    id = games.next(id + 1);
    positions.for_each(game, [&](const Position& position) {
      files.write(std::span(&game, 1), extension_of(format), [&](ExportFile& file) {
        if (format == ExportFormat::cgp) {
          file.text += to_cgp(position) + '\n';
        } else {
          positions.fill(game, position, row);
          rows.append(row, file);
        }
      });
    });
    return true;
  });
}

/// Writing the output must not destroy what is read.
void refuse_own_database(const Options& options) {
  std::error_code ignored;
  if (std::filesystem::equivalent(options.database, options.output, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", options.output));
  }
}

ExportFormat export_format(const Options& options) {
  const bool positions = options.positions.has_value();
  const ExportFormat format =
      parse_export_format(options.format.value_or(positions ? "cgp" : "original"));
  const bool is_table = format == ExportFormat::csv || format == ExportFormat::json;
  if (positions && !is_table && format != ExportFormat::cgp) {
    throw UsageError("--positions goes with --format cgp, csv or json");
  }
  if (!positions && options.variations) throw UsageError("--variations needs --positions");
  return format;
}

std::optional<SplitBy> split_of(const Options& options) {
  if (!options.split) return std::nullopt;
  const SplitBy split = parse_split(*options.split);
  if (options.output.empty() || options.output == "-") {
    throw UsageError("--split-by needs -o: a folder, or a pattern as games-{}.sgf");
  }
  return split;
}

ExitStatus run(const Options& options) {
  const ExportFormat format = export_format(options);
  const CsaVersion csa_version = parse_csa_version(options.csa_version);
  std::optional<PlyRange> plies;
  if (options.positions || format == ExportFormat::cgp) {
    plies = parse_plies(options.positions.value_or("last"));
  }
  const std::optional<SplitBy> split = split_of(options);
  GameFilters filters = to_filters(*options.filters);
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  refuse_own_database(options);
  const FoundGames found = find_games(database, filters);
  report_undated(found.undated);
  report_silent(found.silent, filters);
  report_copies(found.copies);
  if (found.games.empty()) print_message("no game is selected: there is nothing to export");

  if (format == ExportFormat::original) {
    refuse_mixed_streams(database, found.games, options.output, split);
  }
  ExportFiles files(database, options.output, split);
  if (plies) {
    export_positions(database, found.games, *plies, options.variations, format, files);
  } else if (format == ExportFormat::original) {
    export_originals(database, found.games, files);
  } else if (format == ExportFormat::sgf) {
    SgfExport writer(database);
    export_records(database, found.games, writer, files);
  } else if (format == ExportFormat::csa) {
    CsaExport writer(database, csa_version);
    export_records(database, found.games, writer, files);
  } else if (format == ExportFormat::gcg) {
    GcgExport writer(database);
    export_records(database, found.games, writer, files);
  } else {
    export_games(database, found, format, files);
  }
  files.close();
  return kDone;
}

}  // namespace

CommandRun declare_export(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option(
         "-f,--format", options->format,
         "original, sgf, csa, cgp, gcg, json, csv (default: original; with --positions cgp)")
      ->option_text("F");
  add_text(app, "--csa-version", options->csa_version, "V",
           "version that --format csa writes: 2.2, 3 (default: 2.2)");
  add_text(app, "-o,--output", options->output, "FILE",
           "write to FILE, packed if it ends in .gz, .bz2, .xz or .zst (default: standard output)");
  app.add_option(
         "--positions", options->positions,
         "positions instead of games: all, last, a ply, or a range of plies as 0..30, 100..")
      ->option_text("WHICH");
  app.add_flag("--variations", options->variations,
               "positions of variations too, where they were indexed");
  app.add_option("--split-by", options->split,
                 "a file for each: year, player, event, format, or N records (rows)")
      ->option_text("KEY");
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
