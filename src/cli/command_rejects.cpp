#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/record_output.hpp"
#include "cli/row_writer.hpp"
#include "cli/text_width.hpp"
#include "core/origin.hpp"
#include "store/database.hpp"
#include "store/record_texts.hpp"
#include "store/sql/sql_statement.hpp"

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

Cell cell_of(const SqlStatement& rejects, int column) {
  if (rejects.is_null(column)) return std::monostate{};
  if (rejects.type(column) == SqlType::integer) return rejects.integer(column);
  return rejects.string(column);
}

void print_rows(SqlStatement& rejects, RowFormat format, ByteOutput& output) {
  const auto writer = make_row_writer(format, kColumns, output);
  std::vector<Cell> cells(kColumns.size());
  while (rejects.step()) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      cells[i] = cell_of(rejects, static_cast<int>(i));
    }
    writer->write(cells);
  }
  writer->finish();
}

void print_messages(SqlStatement& rejects, ByteOutput& output) {
  while (rejects.step()) {
    const Origin origin{rejects.string(0), rejects.string(1),
                        static_cast<std::uint64_t>(rejects.integer(2)),
                        static_cast<std::uint64_t>(rejects.integer(3))};
    const std::string message = rejects.string(5);
    const std::string why = message.empty() ? rejects.string(4) : message;
    const std::string length = fmt::format("{} bytes", origin.length_bytes);
    output.write(fmt::format("{}: {}; {}rejected\n", printable(to_text(origin)), printable(why),
                             why.starts_with(length) ? "" : length + " "));
  }
}

void print_originals(Database& database, SqlStatement& rejects, ByteOutput& output) {
  RecordTexts texts(database.sql());
  while (rejects.step()) {
    write_record(texts, RecordId{rejects.integer(6)}, output);
  }
}

ExitStatus run(const Options& options) {
  const bool originals = options.format == "original";
  const RowFormat format = originals ? RowFormat::text : parse_row_format(options.format);
  Database database = Database::open_for_reading(options.database);
  SqlStatement rejects(database.sql(), kSelect);
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
