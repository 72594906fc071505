#include "engine/sqlite/export/game_export.hpp"

#include "engine/sqlite/export/csa_export.hpp"
#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/gcg_export.hpp"
#include "engine/sqlite/export/original_export.hpp"
#include "engine/sqlite/export/position_rows.hpp"
#include "engine/sqlite/export/record_walk.hpp"
#include "engine/sqlite/export/sgf_export.hpp"
#include "formats/position_text.hpp"
#include "ludex/row_text.hpp"
#include "query/rows/game_rows.hpp"

#include <algorithm>

namespace ludex {
namespace {

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

/// Appends rows of csv or json; csv begins with the names of the columns.
class RowExport {
 public:
  RowExport(ExportFormat format, const std::vector<std::string>& columns)
      : is_json_(format == ExportFormat::json),
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

std::string_view extension_of(ExportFormat format) {
  if (format == ExportFormat::cgp) return "cgp";
  return format == ExportFormat::json ? "json" : "csv";
}

void export_rows(Database& database, const FoundGames& found, ExportFormat format,
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

}  // namespace

void export_found(Database& database, const FoundGames& found, const ExportOptions& options,
                  ExportSink& sink) {
  if (options.format == ExportFormat::original) {
    const bool apart =
        options.split && (options.split->key == SplitBy::Key::format || sink.tells_formats_apart());
    refuse_mixed_streams(database, found.games, apart);
  }
  ExportFiles files(database, options.split, sink);
  if (options.positions) {
    export_positions(database, found.games, *options.positions, options.variations, options.format,
                     files);
  } else if (options.format == ExportFormat::original) {
    export_originals(database, found.games, files, sink);
  } else if (options.format == ExportFormat::sgf) {
    SgfExport writer(database, sink);
    export_records(database, found.games, writer, files);
  } else if (options.format == ExportFormat::csa) {
    CsaExport writer(database, options.csa_v3 ? CsaVersion::v3 : CsaVersion::v2_2, sink);
    export_records(database, found.games, writer, files);
  } else if (options.format == ExportFormat::gcg) {
    GcgExport writer(database, sink);
    export_records(database, found.games, writer, files);
  } else {
    export_rows(database, found, options.format, files);
  }
  files.close();
}

}  // namespace ludex
