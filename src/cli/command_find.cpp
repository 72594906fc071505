#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "games/api/game_rules.hpp"
#include "query/filter/game_query.hpp"
#include "query/rows/game_rows.hpp"
#include "store/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <set>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Examples:\n"
    "  ludex find games.db --player 'Cho Chikun' --from 1985 --to 1990 --outcome win\n"
    "  ludex find games.db --position 'moves:pd dp pp dd' --format csv > games.csv\n"
    "  ludex find games.db --text 'ear reddening' --count\n"
    "csv, tsv and json print every column of the view games, by name; with --position also ply,\n"
    "orientation, next_move (none: one off the board) and hits. csv: RFC 4180, NULL is empty;\n"
    "tsv: \\t \\n \\r \\\\ escaped; json: one object a line. Games without a date match no date; "
    "how\n"
    "many is said on standard error.\n"
    "Exit status: 0 done, 1 nothing found, 2 wrong command line or position, 3 failed.";

constexpr std::int64_t kTerminalRows = 40;
constexpr std::int64_t kMostRows = 1'000'000'000'000;  // sums of two stay far from overflow

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "text";
  std::optional<std::string> sort;
  std::optional<std::int64_t> limit;
  std::int64_t offset = 0;
  bool count = false;
  bool ids = false;
  bool all_hits = false;
};

const std::vector<std::string> kTextColumns = {"id",    "date",   "black", "white",
                                               "event", "result", "moves"};
const std::vector<std::string> kSeatTextColumns = {"id",    "date",   "players",
                                                   "event", "result", "moves"};
const std::set<std::string, std::less<>> kNumberColumns = {"id", "moves", "ply", "hits"};

std::vector<Column> to_columns(const std::vector<std::string>& names, bool with_hits) {
  std::vector<Column> columns;
  const auto add = [&](std::string_view name) {
    columns.push_back({std::string(name), kNumberColumns.contains(name)});
  };
  for (const std::string& name : names) add(name);
  if (with_hits) {
    for (const std::string_view name : kHitColumns) add(name);
  }
  return columns;
}

ExitStatus print_count(const Options& options, const FoundGames& found) {
  const std::int64_t count =
      options.all_hits ? static_cast<std::int64_t>(found.hits.size()) : found.games.count();
  ByteOutput output;
  output.write(output.is_terminal() ? grouped(static_cast<std::uint64_t>(count))
                                    : std::to_string(count));
  output.write("\n");
  output.close();
  return count > 0 ? kDone : kNothingFound;
}

/// How many rows may be printed; nothing: all of them.
std::optional<std::int64_t> row_limit(const Options& options, RowFormat format,
                                      const ByteOutput& output) {
  if (options.limit) return options.limit == 0 ? std::nullopt : options.limit;
  const bool for_people = format == RowFormat::text && !options.ids && output.is_terminal();
  return for_people ? std::optional(kTerminalRows) : std::nullopt;
}

/// What `--sort` says; opens nothing.
std::vector<SortKey> sort_keys(const Options& options) {
  if (!options.sort) return {};
  std::vector<SortKey> keys = parse_sort(*options.sort);
  for (const SortKey& key : keys) {
    if ((key.column == "ply" || key.column == "hits") && options.filters->positions.empty()) {
      throw UsageError(fmt::format("--sort {} needs --position", key.column));
    }
  }
  return keys;
}

/// Players of crossword games have no colours.
const std::vector<std::string>& text_columns(Database& database, const FoundGames& found) {
  const std::int64_t first = found.games.next(0);
  if (first < 0) return kTextColumns;
  const std::int64_t game = FactReader(database.sql()).value(Fact::game, GameId{first});
  const bool seats = traits_of(static_cast<GameType>(game)).has_numbered_seats;
  return seats ? kSeatTextColumns : kTextColumns;
}

/// Prints rows; of what is behind `limit` it only learns that it is there.
ExitStatus print_rows(Database& database, const Options& options, RowFormat format,
                      const FoundGames& found, std::optional<std::int64_t> limit,
                      ByteOutput& output) {
  Listing listing;
  if (options.ids) {
    listing.columns = {"id"};
  } else if (format == RowFormat::text) {
    listing.columns = text_columns(database, found);
  } else {
    listing.columns = game_columns();
  }
  listing.sort = sort_keys(options);
  listing.offset = options.offset;
  listing.with_hits = !options.filters->positions.empty() && !options.ids;
  listing.all_hits = options.all_hits;
  if (limit) listing.limit = *limit + 1;

  const auto writer =
      make_row_writer(format, to_columns(listing.columns, listing.with_hits), output);
  std::int64_t rows = 0;
  list_games(database, found, listing, [&](std::span<const Value> row) {
    if (limit && rows == *limit) {
      if (!options.limit) {
        print_message(fmt::format("the first {} rows; --limit N shows more, --limit 0 all", rows));
      }
      return false;
    }
    ++rows;
    if (options.ids) {
      output.write(cell_text(row.front()) + '\n');
    } else {
      writer->write(row);
    }
    return true;
  });
  if (!options.ids) writer->finish();
  return rows > 0 ? kDone : kNothingFound;
}

void check_options(const Options& options) {
  (void)sort_keys(options);
  if (options.all_hits && options.filters->positions.empty()) {
    throw UsageError("--all-hits needs --position");
  }
  if (options.count && (options.ids || options.limit || options.offset > 0)) {
    throw UsageError("--count goes with none of --ids, --limit and --offset");
  }
}

ExitStatus run(const Options& options) {
  check_options(options);
  const RowFormat format = parse_row_format(options.format);
  GameFilters filters = to_filters(*options.filters);
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  ByteOutput output;
  const auto limit = options.count ? std::nullopt : row_limit(options, format, output);

  // To count games left out, all are looked at; to sort games, all are needed.
  const bool counts_left_out = !filters.dates.empty() || filters.handicap;
  const bool may_stop_early = limit && !options.sort && !counts_left_out;
  const FoundGames found =
      find_games(database, filters, may_stop_early ? options.offset + *limit + 1 : kAllGames);
  report_undated(found.undated);
  report_silent(found.silent, filters);
  report_copies(found.copies);
  if (options.count) return print_count(options, found);
  const ExitStatus status = print_rows(database, options, format, found, limit, output);
  const bool for_people = output.is_terminal() || stderr_is_terminal();
  if (status == kNothingFound && for_people) print_message("nothing found");
  output.close();
  return status;
}

}  // namespace

CommandRun declare_find(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  add_text(app, "-f,--format", options->format, "F", "text, csv, tsv, json (default: text)");
  app.add_flag("--count", options->count, "print how many games; with --all-hits how many hits");
  app.add_flag("--ids", options->ids, "print ids only, one a line");
  app.add_flag("--all-hits", options->all_hits,
               "a row for each time the position occurs (default: the first in each game)");
  app.add_option("--sort", options->sort,
                 "columns of the view games, with --position also ply (of a game's first hit) and "
                 "hits; '-' before one: downwards; as date_from,-moves (default: id)")
      ->option_text("COLUMNS");
  app.add_option("--limit", options->limit,
                 "rows at most; 0: all (default: all, but 40 of a text on a terminal)")
      ->option_text("N")
      ->check(number_between(std::int64_t{0}, kMostRows));
  app.add_option("--offset", options->offset, "rows to leave out at the beginning")
      ->option_text("N")
      ->check(number_between(std::int64_t{0}, kMostRows));
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
