#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "query/duplicates/duplicates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "A cluster is a game and its copies. The longest stands for it, then the lowest id. Why "
    "another\n"
    "one belongs to it: same (the same moves, up to symmetry and colours exchanged), beginning "
    "(all\n"
    "its moves are the first ones of the other), start (the same players and date, and the same\n"
    "first 90 %, at least 20 moves). Games with less than 20 equal moves are duplicates only if\n"
    "players, date and the site's id are the same (or both have no date, no id); where a player "
    "is\n"
    "unknown in both, only as a whole. Nothing is taken out; --unique, in every command with\n"
    "filters, takes one of each cluster.\n"
    "Examples:\n"
    "  ludex duplicates games.db\n"
    "  ludex duplicates games.db --format csv --player 'Go Seigen' > copies.csv\n"
    "  ludex find games.db --unique --count\n"
    "Exit status: 0 done, 1 no duplicates, 2 wrong command line, 3 failed.";

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "text";
};

const std::vector<std::string> kGameColumns = {"moves", "date",   "black",
                                               "white", "source", "external_id"};

std::vector<Column> columns() {
  std::vector<Column> columns = {{"cluster", true},     {"id", true},    {"why"},
                                 {"equal_moves", true}, {"orientation"}, {"colors"}};
  for (const std::string& name : kGameColumns) columns.push_back({name, name == "moves"});
  return columns;
}

std::vector<Value> row_of(const DuplicateGame& game, std::span<const Value> rest) {
  std::vector<Value> row = {raw(game.cluster), raw(game.game),
                            std::string(duplicate_reason_name(game.reason))};
  if (game.reason == DuplicateReason::stands) {
    row.resize(6);
  } else {
    row.emplace_back(game.equal_moves);
    row.emplace_back(std::string(orientation_name(game.orientation)));
    row.push_back(game.colors_exchanged ? Value("exchanged") : Value());
  }
  row.insert(row.end(), rest.begin(), rest.end());
  return row;
}

void report(std::span<const DuplicateGame> games) {
  const auto clusters = static_cast<std::uint64_t>(std::count_if(
      games.begin(), games.end(),
      [](const DuplicateGame& game) { return game.reason == DuplicateReason::stands; }));
  const std::uint64_t copies = games.size() - clusters;
  print_message(fmt::format("{} {}, {} {} beside those that stand for them", grouped(clusters),
                            clusters == 1 ? "cluster" : "clusters", grouped(copies),
                            copies == 1 ? "game" : "games"));
}

ExitStatus run(const Options& options) {
  const RowFormat format = parse_row_format(options.format);
  if (options.filters->unique) throw UsageError("--unique would leave nothing to show");
  GameFilters filters = to_filters(*options.filters);
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  const DuplicateAnswer answer = find_duplicates(database, filters);
  report_undated(answer.undated);
  report_silent(answer.silent, filters);
  ByteOutput output;
  const auto writer = make_row_writer(format, columns(), output);
  GameRows rows(database, kGameColumns);
  std::vector<Value> row;
  for (const DuplicateGame& game : answer.games) {
    if (rows.read(game.game, row)) writer->write(row_of(game, row));
  }
  writer->finish();
  output.close();
  report(answer.games);
  return answer.games.empty() ? kNothingFound : kDone;
}

}  // namespace

CommandRun declare_duplicates(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  add_text(app, "-f,--format", options->format, "F", "text, csv, tsv, json (default: text)");
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
