#include "engine/sqlite/export/game_export.hpp"

#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/original_export.hpp"
#include "engine/sqlite/export/position_rows.hpp"
#include "engine/sqlite/export/record_export.hpp"
#include "engine/sqlite/export/record_walk.hpp"
#include "formats/format_room.hpp"
#include "formats/position_text.hpp"
#include "ludex/error.hpp"
#include "ludex/row_text.hpp"
#include "query/rows/game_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ludex {
namespace {

bool is_table(std::string_view format) { return format == "json" || format == "csv"; }

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

/// Appends rows of csv or json; csv begins with the names of the columns.
class RowExport {
 public:
  RowExport(const std::string& format, const std::vector<std::string>& columns)
      : is_json_(format == "json"),
        names_(json_strings(columns)),
        head_(columns.begin(), columns.end()) {}

  void append(std::span<const Value> row, ExportFile& file) const {
    if (is_json_) {
      append_json(names_, row, file.text);
      file.text += '\n';
      return;
    }
    if (!file.begun) append_head(file);
    append_csv(row, file.text);
    file.text += "\r\n";
  }
  /// What a file without rows holds.
  void append_head(ExportFile& file) const {
    if (is_json_) return;
    append_csv(head_, file.text);
    file.text += "\r\n";
  }

 private:
  bool is_json_;
  std::vector<std::string> names_;
  std::vector<Value> head_;
};

void export_rows(Database& database, const FoundGames& found, const std::string& format,
                 ExportFiles& files) {
  const std::vector<std::string> columns = game_columns();
  const auto id = static_cast<std::size_t>(std::ranges::find(columns, "id") - columns.begin());
  const RowExport rows(format, columns);
  if (found.games.empty()) files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  list_games(database, found, {}, [&](std::span<const Value> row) {
    const auto game = static_cast<GameId>(std::get<std::int64_t>(row[id]));
    files.write(std::span(&game, 1), format, [&](ExportFile& file) { rows.append(row, file); });
    files.relieve();
    return true;
  });
}

void export_positions(Database& database, const IdSet& games, const PlyRange& plies,
                      bool with_variations, const std::string& format, ExportFiles& files) {
  const RowExport rows(format, position_columns());
  PositionRows positions(database.sql(), plies, with_variations);
  std::vector<Value> row;
  if (games.empty() && is_table(format)) {
    files.write_empty([&](ExportFile& file) { rows.append_head(file); });
  }
  std::int64_t id = games.next(0);
  fill_in_turns(database, files, [&] {
    if (id < 0) return false;
    const auto game = static_cast<GameId>(id);
    id = games.next(id + 1);
    positions.for_each(game, [&](const Position& position) {
      files.write(std::span(&game, 1), format, [&](ExportFile& file) {
        if (!is_table(format)) {
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

}  // namespace

void check(const ExportOptions& options) {
  const std::optional<Format> format = find_format(options.format);
  const Output output = format ? room_of(*format).output : Output::none;
  if (output == Output::none && options.format != "original" && !is_table(options.format)) {
    throw UsageError(fmt::format("`format`: '{}' is not one of {}", options.format,
                                 fmt::join(export_formats(), ", ")));
  }
  if (options.positions && !is_table(options.format) && output != Output::positions) {
    throw UsageError("`positions` goes with `format` cgp, csv or json");
  }
  if (output != Output::records || options.version.empty()) return;
  const FormatRoom& room = room_of(*format);
  if (room.make_writer(options.version) == nullptr) {
    throw UsageError(fmt::format("`{}_version`: '{}' is not one of {}", options.format,
                                 options.version, fmt::join(room.versions, ", ")));
  }
}

std::vector<std::string> export_formats() {
  std::vector<std::string> names = {"original"};
  for (const Format format : all_formats()) {
    if (room_of(format).output != Output::none) names.emplace_back(format_name(format));
  }
  names.insert(names.end(), {"json", "csv"});
  return names;
}

std::vector<RecordFormat> record_formats() {
  std::vector<RecordFormat> formats;
  for (const Format format : all_formats()) {
    const auto versions = room_of(format).versions;
    formats.push_back({format_name(format), {versions.begin(), versions.end()}});
  }
  return formats;
}

void export_found(Database& database, const FoundGames& found, const ExportOptions& options,
                  ExportSink& sink) {
  check(options);
  const bool is_original = options.format == "original";
  if (is_original) {
    const bool apart =
        options.split && (options.split->key == SplitBy::Key::format || sink.tells_formats_apart());
    refuse_mixed_streams(database, found.games, apart);
  }
  const std::optional<Format> format = find_format(options.format);
  ExportFiles files(database, options.split, sink);
  if (options.positions || (format && room_of(*format).output == Output::positions)) {
    const PlyRange plies = options.positions.value_or(PlyRange{.only_last = true});
    export_positions(database, found.games, plies, options.variations, options.format, files);
  } else if (is_original) {
    export_originals(database, found.games, files, sink);
  } else if (format) {
    export_records(database, found.games,
                   {database, *format, room_of(*format).make_writer(options.version), sink}, files);
  } else {
    export_rows(database, found, options.format, files);
  }
  files.close();
}

}  // namespace ludex
