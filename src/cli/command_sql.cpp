#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "cli/sql_query.hpp"

#include <chrono>
#include <iostream>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ludex::cli {
namespace {

constexpr const char* kFooter =
    "The views games, game_players, properties, problems, records, rejects and sources, and\n"
    "  ludex_positions(P)      game_id, ply, orientation, next_move\n"
    "  ludex_next_moves(P)     move, games, visits, first_wins, second_wins, draws, score, ...\n"
    "  ludex_moves(game_id)    ply, seat, move, seconds_spent, seconds_left, name, comment, ...\n"
    "  ludex_comments(game_id) node, ply, name, comment\n"
    "  ludex_marks(game_id)    node, ply, ident, point, to_point, text\n"
    "  ludex_cgp(game_id, ply), ludex_record(game_id), ludex_key(P)\n"
    "are described in schema/README.md; P is a position as --position takes it.\n"
    "Examples:\n"
    "  ludex sql games.db 'SELECT event, count(*) FROM games GROUP BY event ORDER BY 2 DESC'\n"
    "  ludex sql games.db \"SELECT players, ply FROM ludex_positions('moves:dd dc')\n"
    "                      JOIN games ON games.id = game_id\" --format csv\n"
    "Exit status: 0 done, 2 wrong command line or SQL, 3 failed or out of time.";

constexpr double kDefaultSeconds = 60;
constexpr double kMostSeconds = 1e6;

struct Options {
  std::string database;
  std::string sql;
  std::string format = "text";
  double seconds = kDefaultSeconds;
};

std::string read_sql(const std::string& operand) {
  if (operand != "-") return operand;
  return {std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
}

bool is_number(const Value& value) {
  return std::holds_alternative<std::int64_t>(value) || std::holds_alternative<double>(value);
}

/// Numbers stand to the right; the first row says where they are.
std::vector<Column> to_columns(const std::vector<std::string>& names, std::span<const Value> row) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < names.size(); ++i) {
    columns.push_back({names[i], i < row.size() && is_number(row[i])});
  }
  return columns;
}

ExitStatus run(const Options& options) {
  const RowFormat format = parse_row_format(options.format);
  const std::string sql = read_sql(options.sql);
  Database database = Database::open_for_reading(options.database);
  const std::chrono::milliseconds time_limit(static_cast<std::int64_t>(options.seconds * 1000));
  ByteOutput output;
  std::vector<std::string> names;
  std::unique_ptr<RowWriter> writer;
  run_sql(
      database, sql, time_limit, [&](std::vector<std::string> all) { names = std::move(all); },
      [&](std::span<const Value> row) {
        if (!writer) writer = make_row_writer(format, to_columns(names, row), output);
        writer->write(row);
        return true;
      });
  if (!writer) writer = make_row_writer(format, to_columns(names, {}), output);
  writer->finish();
  output.close();
  return kDone;
}

}  // namespace

CommandRun declare_sql(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option("SQL", options->sql, "one statement that reads; '-': from standard input")
      ->required();
  add_text(app, "-f,--format", options->format, "F", "text, csv, tsv, json (default: text)");
  app.add_option("--timeout", options->seconds, "stop after so long; 0: never (default: 60)")
      ->option_text("SECONDS")
      ->check(number_between(0.0, kMostSeconds));
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
