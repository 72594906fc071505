#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "query/ratings/ratings.hpp"
#include "query/stats/game_stats.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "Keys: player, opponent, pair, event, place, year, month, result, win-by, length, handicap,\n"
    "komi, size, rules, opening, game, source. A game counts for all its players; beside an\n"
    "opponent, one that a third player won is no loss.\n"
    "Examples:\n"
    "  ludex stats games.db --by player --sort -rate_low --limit 20\n"
    "  ludex stats games.db --player 'Go Seigen' --by opponent,year --format csv > go-seigen.csv\n"
    "  ludex stats games.db --from 1990 --by opening --opening-moves 6\n"
    "  ludex stats games.db --ratings --game go --min-games 20 --limit 50\n"
    "Results are wins, losses and draws of the player, or without any those of Black; rate is\n"
    "(wins + draws / 2) of them, between rate_low and rate_high with 95 % confidence (Wilson).\n"
    "--ratings lists players by whole-history rating (Elo, 1500 the middle); error is half the 95 "
    "%\n"
    "interval, group tells players apart who never met, not even through others. Rated are games "
    "of\n"
    "two named players with a winner or a draw, and a date unless --drift is 0; what the first "
    "seat\n"
    "is worth is estimated for each handicap and komi, and shown by --advantages. Filters about\n"
    "games choose what is rated; those about players (--player, --opponent, --outcome, --black,\n"
    "--white, --rank, --rating) whose rows are shown.\n"
    "--game crossword adds mean scores and their difference.\n"
    "Games only, unless --kind says otherwise. What a game does not say is a row of its own.\n"
    "Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.";

constexpr std::int64_t kMostRows = 1'000'000'000'000;
constexpr std::int64_t kMostOpeningMoves = 1000;
constexpr double kMostDrift = 10'000;
constexpr std::int64_t kLongestStep = 1'000'000'000;

struct Options {
  const CLI::App* app = nullptr;
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "text";
  std::vector<std::string> by;
  std::optional<std::string> sort;
  std::int64_t limit = 0;
  StatsQuestion question;
  bool ratings = false, history = false, advantages = false;
  std::optional<double> drift;
  std::optional<std::int64_t> min_games;
};

StatsQuestion question_of(const Options& options) {
  StatsQuestion question = options.question;
  for (const std::string& key : options.by) question.by.push_back(parse_stats_key(key));
  if (options.sort) question.sort = parse_sort(*options.sort);
  if (options.limit > 0) question.limit = options.limit;
  return question;
}

/// What says more about ratings is given with them.
void check_ratings(const Options& options) {
  const auto needs_ratings = [&](bool given, std::string_view option) {
    if (given) throw UsageError(fmt::format("{} needs --ratings", option));
  };
  if (options.ratings) {
    if (!options.by.empty()) throw UsageError("--ratings and --by exclude each other");
    if (options.history && options.advantages) {
      throw UsageError("--history and --advantages exclude each other");
    }
    return;
  }
  needs_ratings(options.history, "--history");
  needs_ratings(options.advantages, "--advantages");
  needs_ratings(options.drift.has_value(), "--drift");
  needs_ratings(options.min_games.has_value(), "--min-games");
}

RatingQuestion rating_question_of(const Options& options) {
  RatingQuestion question;
  if (options.history) question.rows = RatingRows::years;
  if (options.advantages) question.rows = RatingRows::advantages;
  question.drift = options.drift.value_or(question.drift);
  question.min_games = options.min_games.value_or(question.min_games);
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

void group_counts(const StatsTable& table, std::vector<Value>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto* const count = std::get_if<std::int64_t>(&row[i]);
    if (table.columns[i].is_count && count != nullptr) {
      row[i] = grouped(static_cast<std::uint64_t>(*count));
    }
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
    if (format == RowFormat::text && output.is_terminal()) group_counts(table, row);
    writer->write(row);
  }
  writer->finish();
}

/// Says which games the ratings are of, and whose are shown.
void report_ratings(const Options& options, const RatingList& list) {
  const RatingCounts& games = list.games;
  const std::string pool = given_filters(*options.app, false);
  std::string text =
      fmt::format("{} of {} rated ({})", counted(static_cast<std::uint64_t>(games.rated), "game"),
                  counted(static_cast<std::uint64_t>(list.players), "player"),
                  pool.empty() ? "pool: all games" : "pool: games with " + pool);
  if (list.groups > 1) text += fmt::format(", in {} groups that never met", list.groups);
  std::string left_out;
  for (const auto& [count, what] : {std::pair(games.many_seats, "of more than two players"),
                                    std::pair(games.nameless, "without two names"),
                                    std::pair(games.undecided, "without winner or draw"),
                                    std::pair(games.undated, "without a year")}) {
    if (count == 0) continue;
    left_out += left_out.empty() ? "; left out: " : ", ";
    left_out += fmt::format("{} {}", grouped(static_cast<std::uint64_t>(count)), what);
  }
  if (games.undated > 0) left_out += " (--drift 0 takes them)";
  print_message(text + left_out);
  const std::string shown = given_filters(*options.app, true);
  if (shown.empty()) return;
  print_message(fmt::format("shown: {} with {}; all games rated count for their ratings",
                            counted(static_cast<std::uint64_t>(list.shown), "player"), shown));
}

ExitStatus run_ratings(const Options& options, Database& database, const GameFilters& filters,
                       RowFormat format) {
  const RatingList list = rate_players(database, filters, rating_question_of(options));
  report_undated(list.table.undated);
  report_silent(list.table.silent, filters);
  report_copies(list.table.copies);
  report_ratings(options, list);
  ByteOutput output;
  print(list.table, format, output);
  output.close();
  return list.table.rows.empty() ? kNothingFound : kDone;
}

ExitStatus run(const Options& options) {
  check_ratings(options);
  const RowFormat format = parse_row_format(options.format);
  const StatsQuestion question = question_of(options);
  GameFilters filters = to_filters(*options.filters);
  if (!filters.kind) filters.kind = GameKind::game;
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  if (options.ratings) return run_ratings(options, database, filters, format);
  const StatsTable table = count_games(database, filters, question);
  report_undated(table.undated);
  report_silent(table.silent, filters);
  report_copies(table.copies);
  ByteOutput output;
  print(table, format, output);
  output.close();
  return table.rows.empty() ? kNothingFound : kDone;
}

}  // namespace

CommandRun declare_stats(CLI::App& app) {
  auto options = std::make_shared<Options>();
  options->app = &app;
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
      ->check(number_between(std::int64_t{0}, kMostRows));
  app.add_option("--opening-moves", options->question.opening_moves,
                 "how many moves make an opening (default: 4)")
      ->option_text("N")
      ->check(number_between(std::int64_t{1}, kMostOpeningMoves));
  app.add_option("--length-step", options->question.length_step,
                 "how many lengths share a row (default: 50)")
      ->option_text("N")
      ->check(number_between(std::int64_t{1}, kLongestStep));
  app.add_flag("--ratings", options->ratings, "a rating list of the players instead");
  app.add_flag("--history", options->history, "with --ratings: a row for each year of a player");
  app.add_flag("--advantages", options->advantages,
               "with --ratings: what the first seat is worth, by handicap and komi");
  app.add_option("--drift", options->drift,
                 "how far ratings move in a year, in Elo; 0: not at all (default: 70)")
      ->option_text("N")
      ->check(number_between(0.0, kMostDrift));
  app.add_option("--min-games", options->min_games,
                 "with --ratings: only players with so many games")
      ->option_text("N")
      ->check(number_between(std::int64_t{0}, kMostRows));
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
