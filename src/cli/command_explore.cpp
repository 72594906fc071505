#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {
namespace {

constexpr std::int64_t kTreeRows = 5;  // a level

/// The columns that people read.
std::vector<Column> text_columns(const ExploredTable& table) {
  const bool seats = !table.has_colors;
  std::vector<Column> columns = {{"move"},
                                 {"mover"},
                                 {"games", true},
                                 {table.of_pattern ? "hits" : "visits", true},
                                 {seats ? "first" : "black", true},
                                 {seats ? "second" : "white", true},
                                 {"draw", true},
                                 {"score", true},
                                 {"years"},
                                 {"sample", true}};
  if (table.of_pattern) {
    columns.push_back({"at once", true});
    columns.push_back({"later", true});
  } else if (seats) {
    columns.push_back({"points", true});
  }
  return columns;
}

/// Of a table for people those that they read; with --columns the others too.
std::vector<Column> columns_of(const RowLayout& layout, const ExploredTable& table) {
  std::vector<Column> columns;
  if (is_for_people(layout.format)) columns = text_columns(table);
  if (is_for_people(layout.format) && layout.columns.empty()) return columns;
  for (const std::string& name : table.columns()) columns.push_back({name});
  return columns;
}

std::string years_text(const ExploredMove& move) {
  if (!move.first_year) return {};
  if (move.first_year == move.last_year) return std::to_string(*move.first_year);
  if (!move.last_year) return fmt::format("{}-", *move.first_year);
  return fmt::format("{}-{}", *move.first_year, *move.last_year);
}

std::vector<Cell> text_cells(const ExploredMove& move, const ExploredTable& table,
                             bool for_people) {
  const auto number = [&](std::int64_t value) {
    return for_people ? Cell(grouped(value)) : Cell(value);
  };
  std::vector<Cell> cells = {
      std::string(2 * static_cast<std::size_t>(move.depth - 1), ' ') + move.line.back(),
      move.mover_text,
      number(move.games),
      number(move.visits),
      number(move.wins[0]),
      number(move.wins[1]),
      number(move.draws),
      move.score ? Cell(fmt::format("{:.1f}%", 100 * *move.score)) : Cell(),
      years_text(move),
      fmt::format("{}:{}", raw(move.sample), move.sample_ply)};
  if (table.of_pattern) {
    cells.push_back(number(move.at_once));
    cells.push_back(number(move.later));
  } else if (!table.has_colors) {
    const auto mean = move.mean_points();
    cells.push_back(mean ? Cell(fmt::format("{:.1f}", *mean)) : Cell());
  }
  return cells;
}

/// Prints the rows of a tree.
class TreePrinter {
 public:
  TreePrinter(const RowLayout& layout, ExploredTable table, ByteOutput& output)
      : is_text_(is_for_people(layout.format)),
        is_whole_(!is_text_ || !layout.columns.empty()),
        table_(table),
        for_people_(output.is_terminal()),
        writer_(make_row_writer(layout, columns_of(layout, table), output)) {}

  void print(const ExploredMove& move) {
    std::vector<Cell> cells;
    if (is_text_) cells = text_cells(move, table_, for_people_);
    if (is_whole_) std::ranges::move(table_.row(move), std::back_inserter(cells));
    writer_->write(cells);
  }
  void finish() { writer_->finish(); }

 private:
  bool is_text_;
  bool is_whole_;  // the columns of the table for programs too
  ExploredTable table_;
  bool for_people_;
  std::unique_ptr<RowWriter> writer_;
};

void report_coverage(const ExploreAnswer& found, const Query& query, bool of_pattern) {
  const Coverage& coverage = found.coverage;
  std::string text = fmt::format("in {}, {}; searched {} of {}", counted(found.games, "game"),
                                 counted(found.visits, of_pattern ? "hit" : "visit"),
                                 grouped(coverage.searched), counted(coverage.games, "game"));
  if (coverage.without_positions > 0) {
    text += fmt::format(", {} of them without positions", grouped(coverage.without_positions));
  }
  print_message(text);
  report_left_out(coverage, query);
}

/// The position or the pattern, and each of its next moves.
ExitStatus draw_next_moves(const Query& query, const ExploreOptions& how,
                           const OptionValues& options) {
  if (how.depth > 1) throw UsageError("--format svg shows one move ahead; leave out --depth");
  const bool of_pattern = query.explores_pattern();
  Archive archive = open_archive(options.text("DATABASE", ""));
  const StopOnInterrupt interrupt;
  PictureOptions drawing = picture_options(options);
  std::vector<std::int64_t> games;
  const auto add = [&](const ExploredMove& move) {
    if (move.move.empty()) return;
    games.push_back(move.games);
    PictureMove& next = drawing.moves.emplace_back();
    next.move = move.move;
    if (of_pattern && !move.points.empty()) next.at = move.points.back();
  };
  const ExploreAnswer found = archive.explore(query, how, add, {interrupt.token()});
  for (std::size_t i = 0; i < games.size(); ++i) {
    drawing.moves[i].share = static_cast<double>(games[i]) / static_cast<double>(found.games);
  }
  drawing.note = fmt::format("next moves in {}", counted(found.games, "game"));
  ByteOutput output;
  output.write(archive.position_picture(query, drawing).svg);
  output.close();
  report_notes(found.notes);
  report_coverage(found, query, of_pattern);
  return found.games > 0 ? kDone : kNothingFound;
}

}  // namespace

ExitStatus run_explore(const OptionValues& options) {
  const std::string wanted = options.text("format", "text");
  const bool is_picture = wanted == "svg";
  const RowLayout layout = is_picture ? RowLayout{} : row_layout(options, ", svg");
  check_picture_options(wanted, options);
  const Query query = options.query();
  ExploreOptions how;
  how.depth = static_cast<int>(options.whole("depth").value_or(1));
  how.limit = options.whole("limit").value_or(how.depth > 1 ? kTreeRows : 0);
  how.variations = options.flag("variations");
  how.min_games = options.whole("min-games").value_or(0);
  if (const auto sort = options.text("sort")) how.sort = parse_sort(*sort);
  if (query.positions.empty() && query.patterns.empty()) {
    throw UsageError(
        "explore needs --position or --pattern; 'moves:' is the position before the first move");
  }
  if (is_picture) return draw_next_moves(query, how, options);
  const bool of_pattern = query.explores_pattern();
  how.notation = notation_of(options, layout);
  Archive archive = open_archive(options.text("DATABASE", ""));
  const StopOnInterrupt interrupt;
  ByteOutput output;
  std::optional<TreePrinter> printer;
  const auto print = [&](const ExploredMove& move) {
    if (!printer) printer.emplace(layout, ExploredTable{move.has_colors, of_pattern}, output);
    printer->print(move);
  };
  const ExploreAnswer found = archive.explore(query, how, print, {interrupt.token()});
  if (!printer) printer.emplace(layout, ExploredTable{found.has_colors, of_pattern}, output);
  printer->finish();
  output.close();
  report_notes(found.notes);
  report_coverage(found, query, of_pattern);
  return found.games > 0 ? kDone : kNothingFound;
}

}  // namespace ludex::cli
