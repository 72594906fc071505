#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/options.hpp"
#include "cli/row_writer.hpp"
#include "core/error.hpp"
#include "games/api/game_rules.hpp"
#include "query/explore/explore.hpp"
#include "query/explore/mover.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "mover: the seat that plays the move, B or W (its number in crossword games, where one row "
    "holds\n"
    "the plays of all seats: empty unless they are of one); where the line ends, the seat to "
    "move.\n"
    "games: in which the move was played there; visits: how often, also twice in one game. Black\n"
    "and white (first and second seat in crossword games): games won by them. score: that of the\n"
    "player who moves, half for a draw, without games whose result is not known; points: what the\n"
    "play brought in on the average (crossword games). sample: the game played last, ID:PLY.\n"
    "Moves are seen on the board as it was asked for; those that a symmetry of the position maps\n"
    "onto each other are one row, unless --orientation exact. 'end': the line ends there. The\n"
    "first --position is explored, further ones must occur in the games too.\n"
    "Examples:\n"
    "  ludex explore games.db --position 'moves:pd dp' --player 'Go Seigen'\n"
    "  ludex explore games.db --position 'moves:' --depth 3 --from 1990\n"
    "Exit status: 0 done, 1 nothing found, 2 wrong command line or position, 3 failed.";

constexpr std::int64_t kTreeRows = 5;  // a level
constexpr int kMostDepth = 50;

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  std::string format = "text";
  int depth = 1;
  std::optional<std::int64_t> limit;
  bool variations = false;
};

std::vector<Column> columns_of(RowFormat format, GameType game) {
  const bool seats = traits_of(game).has_numbered_seats;
  std::vector<Column> columns;
  if (format == RowFormat::text) {
    columns = {{"move"},
               {"mover"},
               {"games", true},
               {"visits", true},
               {seats ? "first" : "black", true},
               {seats ? "second" : "white", true},
               {"draw", true},
               {"score", true},
               {"years"},
               {"sample", true}};
    if (seats) columns.push_back({"points", true});
    return columns;
  }
  for (const char* const name :
       {"depth", "line", "move", "games", "visits", seats ? "first_wins" : "black_wins",
        seats ? "second_wins" : "white_wins", "draws", "score", "first_year", "last_year",
        "sample"}) {
    columns.push_back({name});
  }
  if (seats) columns.push_back({"mean_points"});
  columns.push_back({"mover"});
  return columns;
}

std::string years_text(const NextMove& next) {
  if (!next.first_year) return {};
  if (next.first_year == next.last_year) return std::to_string(*next.first_year);
  if (!next.last_year) return fmt::format("{}-", *next.first_year);
  return fmt::format("{}-{}", *next.first_year, *next.last_year);
}

Cell year_cell(const std::optional<std::int32_t>& year) {
  return year ? Cell(std::int64_t{*year}) : Cell();
}

/// Prints the next moves of a position, and below each what came after it.
class Explorer {
 public:
  Explorer(Database& database, const Options& options, const GameFilters& filters, RowFormat format,
           ByteOutput& output)
      : database_(database),
        options_(options),
        filters_(filters),
        format_(format),
        game_(filters.positions.front().position.game),
        for_people_(output.is_terminal()),
        limit_(options.limit.value_or(options.depth > 1 ? kTreeRows : 0)),
        writer_(make_row_writer(format, columns_of(format, game_), output)) {}

  /// \returns what was found at the first position.
  Exploration run() {
    const Exploration first = explore(database_, filters_, options_.variations);
    if (first.one_of_each) count_among(*first.one_of_each);
    print(first, 1, {});
    writer_->finish();
    return first;
  }

 private:
  /// Which game stands for its copies is said once, at the root of the tree.
  void count_among(const IdSet& games) {
    filters_.unique = false;
    filters_.ids.emplace();
    for (const std::int64_t id : games.members()) filters_.ids->push_back(GameId{id});
  }

  void print(const Exploration& found, int depth, const std::string& line) {
    std::int64_t rows = 0;
    const QueryPosition query = filters_.positions.front();
    for (const NextMove& next : found.moves) {
      if (limit_ != 0 && rows++ == limit_) break;
      const std::string move = text_of(next, query);
      const std::string longer = line.empty() ? move : line + ' ' + move;
      print(next, depth, longer, move);
      if (depth == options_.depth || !next.move) continue;
      auto after = query_after(query, *next.move);
      if (!after) continue;
      filters_.positions.front() = std::move(*after);
      print(explore(database_, filters_, options_.variations), depth + 1, longer);
    }
    filters_.positions.front() = query;
  }

  void print(const NextMove& next, int depth, const std::string& line, const std::string& move) {
    std::vector<Cell> cells;
    if (format_ == RowFormat::text) {
      cells = {std::string(2 * static_cast<std::size_t>(depth - 1), ' ') + move,
               mover_cell(next),
               number(next.games),
               number(next.visits),
               number(next.wins[0]),
               number(next.wins[1]),
               number(next.draws),
               next.score() ? Cell(fmt::format("{:.1f}%", 100 * *next.score())) : Cell(),
               years_text(next),
               sample_text(next)};
    } else {
      cells = {std::int64_t{depth},
               line,
               move,
               next.games,
               next.visits,
               next.wins[0],
               next.wins[1],
               next.draws,
               next.score() ? Cell(std::round(*next.score() * 10'000) / 10'000) : Cell(),
               year_cell(next.first_year),
               year_cell(next.last_year),
               sample_text(next)};
    }
    if (traits_of(game_).has_numbered_seats) cells.push_back(points_cell(next));
    if (format_ != RowFormat::text) cells.push_back(mover_cell(next));
    writer_->write(cells);
  }

  [[nodiscard]] Cell mover_cell(const NextMove& next) const {
    return next.mover == 0 ? Cell() : Cell(mover_text(game_, next.mover));
  }

  [[nodiscard]] Cell points_cell(const NextMove& next) const {
    const auto mean = next.mean_points();
    if (!mean) return {};
    if (format_ == RowFormat::text) return fmt::format("{:.1f}", *mean);
    return std::round(*mean * 100) / 100;
  }

  [[nodiscard]] Cell number(std::int64_t value) const {
    return for_people_ ? Cell(grouped(static_cast<std::uint64_t>(value))) : Cell(value);
  }

  static std::string sample_text(const NextMove& next) {
    return fmt::format("{}:{}", raw(next.sample), next.sample_ply);
  }

  [[nodiscard]] std::string text_of(const NextMove& next, const QueryPosition& query) const {
    if (!next.move) return "end";
    return find_rules(game_)->move_text(*next.move, query.position.size);
  }

  Database& database_;
  const Options& options_;
  GameFilters filters_;
  RowFormat format_;
  GameType game_;
  bool for_people_;
  std::int64_t limit_;  // rows of a position; 0: all
  std::unique_ptr<RowWriter> writer_;
};

std::string games_text(std::int64_t games) {
  return games == 1 ? "1 game" : grouped(static_cast<std::uint64_t>(games)) + " games";
}

void report_coverage(const Exploration& found, const GameFilters& filters) {
  const Coverage& coverage = found.coverage;
  std::string text = fmt::format(
      "in {}, {} visit{}; searched {} of {}", games_text(found.games),
      grouped(static_cast<std::uint64_t>(found.visits)), found.visits == 1 ? "" : "s",
      grouped(static_cast<std::uint64_t>(coverage.searched)), games_text(coverage.games));
  if (coverage.without_positions > 0) {
    text += fmt::format(", {} of them without positions",
                        grouped(static_cast<std::uint64_t>(coverage.without_positions)));
  }
  print_message(text);
  report_undated(coverage.undated);
  report_silent(coverage.silent, filters);
  report_copies(coverage.copies);
}

ExitStatus run(const Options& options) {
  const RowFormat format = parse_row_format(options.format);
  GameFilters filters = to_filters(*options.filters);
  if (options.filters->positions.empty()) {
    throw UsageError("explore needs --position; 'moves:' is the board before the first move");
  }
  Database database = Database::open_for_reading(options.database);
  add_positions(filters, *options.filters, database);
  ByteOutput output;
  Explorer explorer(database, options, filters, format, output);
  const Exploration found = explorer.run();
  output.close();
  report_coverage(found, filters);
  return found.games > 0 ? kDone : kNothingFound;
}

}  // namespace

CommandRun declare_explore(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  add_text(app, "-f,--format", options->format, "F", "text, csv, tsv, json (default: text)");
  app.add_option("--depth", options->depth, "moves to look ahead: a tree (default: 1)")
      ->option_text("N")
      ->check(number_between(1, kMostDepth));
  app.add_option("--limit", options->limit,
                 "rows of a position at most; 0: all (default: all, with --depth 5)")
      ->option_text("N")
      ->check(number_between(std::int64_t{0}, std::int64_t{1'000'000'000}));
  app.add_flag("--variations", options->variations,
               "count variations too, where they were indexed");
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
