#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "ludex/query/game_stats.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Keys: player, opponent, pair, event, place, year, month, result, win-by, length, handicap,\n"
    "komi, size, rules, opening, game, source. A game counts for both its players.\n"
    "Examples:\n"
    "  ludex stats games.db --by player --sort -rate_low --limit 20\n"
    "  ludex stats games.db --player 'Go Seigen' --by opponent,year --format csv > go-seigen.csv\n"
    "  ludex stats games.db --from 1990 --by opening --opening-moves 6\n"
    "Results are wins, losses and draws of the player, or without any those of Black; rate is\n"
    "(wins + draws / 2) of them, between rate_low and rate_high with 95 % confidence (Wilson).\n"
    "Games only, unless --kind says otherwise. What a game does not say is a row of its own.\n"
    "Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.";

constexpr std::int64_t kMostRows = 1'000'000'000'000;
constexpr std::int64_t kMostOpeningMoves = 1000;
constexpr std::int64_t kLongestStep = 1'000'000'000;

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "text";
  std::vector<std::string> by;
  std::optional<std::string> sort;
  std::int64_t limit = 0;
  StatsQuestion question;
};

StatsQuestion question_of(const Options& options) {
  StatsQuestion question = options.question;
  for (const std::string& key : options.by) question.by.push_back(parse_stats_key(key));
  if (options.sort) question.sort = parse_sort(*options.sort);
  if (options.limit > 0) question.limit = options.limit;
  return question;
}

/// A line that begins with nothing reads badly; only text says it in words.
void name_unknown_keys(std::size_t keys, std::vector<Value>& row) {
  for (std::size_t i = 0; i < keys; ++i) {
    if (std::holds_alternative<std::monostate>(row[i])) row[i] = "(unknown)";
  }
}

void print(const StatsTable& table, RowFormat format, ByteOutput& output) {
  std::vector<Column> columns;
  for (const StatsTable::Column& column : table.columns) {
    columns.push_back({column.name, column.is_number});
  }
  const auto writer = make_row_writer(format, std::move(columns), output);
  for (std::vector<Value> row : table.rows) {
    if (format == RowFormat::text) name_unknown_keys(table.keys, row);
    writer->write(row);
  }
  writer->finish();
}

ExitStatus run(const Options& options) {
  const RowFormat format = parse_row_format(options.format);
  const StatsQuestion question = question_of(options);
  GameFilters filters = to_filters(*options.filters);
  if (!filters.kind) filters.kind = GameKind::game;
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  const StatsTable table = count_games(database, filters, question);
  report_undated(table.undated);
  ByteOutput output;
  print(table, format, output);
  output.close();
  return table.rows.empty() ? kNothingFound : kDone;
}

}  // namespace

CommandRun declare_stats(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_option("--by", options->by, "keys: a row for each of their values; repeatable")
      ->option_text("KEY,...")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_text(app, "-f,--format", options->format, "F", "text, csv, tsv, json (default: text)");
  app.add_option("--sort", options->sort,
                 "columns of the answer; '-' before one: downwards (default: the first key where "
                 "it is a number or a date, else -games)")
      ->option_text("COLUMNS");
  app.add_option("--limit", options->limit, "rows at most; 0: all (default: all)")
      ->option_text("N")
      ->check(CLI::Range(std::int64_t{0}, kMostRows));
  app.add_option("--opening-moves", options->question.opening_moves,
                 "how many moves make an opening (default: 4)")
      ->option_text("N")
      ->check(CLI::Range(std::int64_t{1}, kMostOpeningMoves));
  app.add_option("--length-step", options->question.length_step,
                 "how many lengths share a row (default: 50)")
      ->option_text("N")
      ->check(CLI::Range(std::int64_t{1}, kLongestStep));
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
