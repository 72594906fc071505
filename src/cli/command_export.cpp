#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/export_files.hpp"
#include "cli/filter_options.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/original_export.hpp"
#include "cli/position_rows.hpp"
#include "cli/record_export.hpp"
#include "cli/record_walk.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "query/filter/game_query.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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

/// What `--format` names.
struct ExportForm {
  enum class Kind { original, records, positions, json, csv };
  Kind kind = Kind::original;
  std::optional<Format> format{};  ///< of records and positions

  [[nodiscard]] bool is_table() const { return kind == Kind::json || kind == Kind::csv; }
};

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::optional<std::string> format;
  std::map<Format, std::string> versions;  ///< of formats that are written in several
  std::string output;
  std::optional<std::string> positions;
  std::optional<std::string> split;
  bool variations = false;
};

/// "original, sgf, csa, cgp, gcg, json, csv".
std::string export_forms() {
  std::string forms = "original, ";
  for (const Format format : all_formats()) {
    if (room_of(format).output != Output::none) forms += fmt::format("{}, ", format_name(format));
  }
  return forms + "json, csv";
}

ExportForm parse_export_form(const std::string& name) {
  using Kind = ExportForm::Kind;
  if (name == "original") return {Kind::original};
  if (name == "json") return {Kind::json};
  if (name == "csv") return {Kind::csv};
  const auto format = find_format(name);
  if (!format || room_of(*format).output == Output::none) {
    throw UsageError(fmt::format("--format: '{}' is not one of {}", name, export_forms()));
  }
  const bool positions = room_of(*format).output == Output::positions;
  return {positions ? Kind::positions : Kind::records, format};
}

/// "--csa-version" for a format that is written in several versions.
std::string version_option(Format format) {
  return fmt::format("--{}-version", format_name(format));
}

void check_version(Format format, const std::string& version) {
  const FormatRoom& room = room_of(format);
  if (room.make_writer(version) != nullptr) return;
  throw UsageError(fmt::format("{}: '{}' is not one of {}", version_option(format), version,
                               fmt::join(room.versions, ", ")));
}

void export_records(Database& database, const IdSet& games, RecordExport writer,
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
  RowExport(const ExportForm& form, const std::vector<std::string>& columns)
      : is_json_(form.kind == ExportForm::Kind::json),
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

std::string_view extension_of(const ExportForm& form) {
  if (form.format) return format_name(*form.format);
  return form.kind == ExportForm::Kind::json ? "json" : "csv";
}

void export_games(Database& database, const FoundGames& found, const ExportForm& form,
                  ExportFiles& files) {
  const std::vector<std::string> columns = game_columns();
  const auto id = static_cast<std::size_t>(std::ranges::find(columns, "id") - columns.begin());
  const RowExport rows(form, columns);
  if (found.games.empty()) files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  list_games(database, found, {}, [&](std::span<const Value> row) {
    const auto game = static_cast<GameId>(std::get<std::int64_t>(row[id]));
    files.write(std::span(&game, 1), extension_of(form),
                [&](ExportFile& file) { rows.append(row, file); });
    files.relieve();
    return true;
  });
}

void export_positions(Database& database, const IdSet& games, const PlyRange& plies,
                      bool with_variations, const ExportForm& form, ExportFiles& files) {
  const RowExport rows(form, position_columns());
  PositionRows positions(database.sql(), plies, with_variations);
  std::vector<Value> row;
  if (games.empty() && form.is_table()) {
    files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  }
  std::int64_t id = games.next(0);
  fill_in_turns(database, files, [&] {
    if (id < 0) return false;
    const auto game = static_cast<GameId>(id);
    id = games.next(id + 1);
    positions.for_each(game, [&](const Position& position) {
      files.write(std::span(&game, 1), extension_of(form), [&](ExportFile& file) {
        if (!form.is_table()) {
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

ExportForm export_form(const Options& options) {
  const bool positions = options.positions.has_value();
  const ExportForm form =
      parse_export_form(options.format.value_or(positions ? "cgp" : "original"));
  if (positions && !form.is_table() && form.kind != ExportForm::Kind::positions) {
    throw UsageError("--positions goes with --format cgp, csv or json");
  }
  if (!positions && options.variations) throw UsageError("--variations needs --positions");
  return form;
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
  const ExportForm form = export_form(options);
  for (const auto& [format, version] : options.versions) check_version(format, version);
  std::optional<PlyRange> plies;
  if (options.positions || form.kind == ExportForm::Kind::positions) {
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

  const bool is_original = form.kind == ExportForm::Kind::original;
  if (is_original) refuse_mixed_streams(database, found.games, options.output, split);
  ExportFiles files(database, options.output, split);
  if (plies) {
    export_positions(database, found.games, *plies, options.variations, form, files);
  } else if (is_original) {
    export_originals(database, found.games, files);
  } else if (form.kind == ExportForm::Kind::records) {
    const auto version = options.versions.find(*form.format);
    auto writer =
        room_of(*form.format).make_writer(version == options.versions.end() ? "" : version->second);
    export_records(database, found.games, {database, *form.format, std::move(writer)}, files);
  } else {
    export_games(database, found, form, files);
  }
  files.close();
  return kDone;
}

}  // namespace

CommandRun declare_export(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option("-f,--format", options->format,
                 export_forms() + " (default: original; with --positions cgp)")
      ->option_text("F");
  for (const Format format : all_formats()) {
    const auto versions = room_of(format).versions;
    if (versions.size() < 2) continue;
    std::string& version = options->versions[format] = versions.front();
    add_text(app, version_option(format), version, "V",
             fmt::format("version that --format {} writes: {} (default: {})", format_name(format),
                         fmt::join(versions, ", "), version));
  }
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
