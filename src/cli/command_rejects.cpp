#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/record_output.hpp"
#include "cli/row_writer.hpp"
#include "cli/text_width.hpp"
#include "core/origin.hpp"
#include "store/database.hpp"
#include "store/record_texts.hpp"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

#include <memory>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  ludex rejects games.db\n"
    "  ludex rejects games.db --format original > broken.sgf\n"
    "Exit status: 0 done (also if there are none), 2 wrong command line, 3 failed.";

struct Options {
  std::string database;
  std::string format = "text";
};

constexpr const char* kSelect =
    "SELECT source, member, offset, length, kind, message, record_id FROM rejects ORDER BY "
    "record_id";

const std::vector<Column> kColumns = {{"source"}, {"member"},  {"offset"},   {"length"},
                                      {"kind"},   {"message"}, {"record_id"}};

Cell cell_of(const SQLite::Column& column) {
  if (column.isNull()) return std::monostate{};
  if (column.isInteger()) return column.getInt64();
  return column.getString();
}

void print_rows(SQLite::Statement& rejects, RowFormat format, ByteOutput& output) {
  const auto writer = make_row_writer(format, kColumns, output);
  std::vector<Cell> cells(kColumns.size());
  while (rejects.executeStep()) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = cell_of(rejects.getColumn(static_cast<int>(i)));
    }
    writer->write(cells);
  }
  writer->finish();
}

void print_messages(SQLite::Statement& rejects, ByteOutput& output) {
  while (rejects.executeStep()) {
    const Origin origin{rejects.getColumn(0).getString(), rejects.getColumn(1).getString(),
                        static_cast<std::uint64_t>(rejects.getColumn(2).getInt64()),
                        static_cast<std::uint64_t>(rejects.getColumn(3).getInt64())};
    const std::string message = rejects.getColumn(5).getString();
    const std::string why = message.empty() ? rejects.getColumn(4).getString() : message;
    const std::string length = fmt::format("{} bytes", origin.length_bytes);
    output.write(fmt::format("{}: {}; {}rejected\n", printable(to_text(origin)), printable(why),
                             why.starts_with(length) ? "" : length + " "));
  }
}

void print_originals(Database& database, SQLite::Statement& rejects, ByteOutput& output) {
  RecordTexts texts(database.sql());
  while (rejects.executeStep()) {
    write_record(texts, RecordId{rejects.getColumn(6).getInt64()}, output);
  }
}

ExitStatus run(const Options& options) {
  const bool originals = options.format == "original";
  const RowFormat format = originals ? RowFormat::text : parse_row_format(options.format);
  Database database = Database::open_for_reading(options.database);
  SQLite::Statement rejects(database.sql(), kSelect);
  ByteOutput output;
  if (originals) {
    print_originals(database, rejects, output);
  } else if (format == RowFormat::text) {
    print_messages(rejects, output);
  } else {
    print_rows(rejects, format, output);
  }
  output.close();
  return kDone;
}

}  // namespace

CommandRun declare_rejects(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  add_text(app, "--format", options->format, "F",
           "text, csv, tsv, json, or original: their bytes as found (default: text)");
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
