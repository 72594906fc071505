#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ludex::cli {
namespace {

constexpr std::int64_t kTreeRows = 5;  // a level

/// What a table shows beside what every one does.
struct TableKind {
  bool has_colors = true;   ///< seats are Black and White
  bool of_pattern = false;  ///< continuations of a pattern
};

/// Those of a pattern say when a move came, and games of tiles what it brought in.
std::vector<Column> columns_of(RowFormat format, TableKind kind) {
  const bool seats = !kind.has_colors;
  const char* const visits = kind.of_pattern ? "hits" : "visits";
  std::vector<Column> columns;
  if (format == RowFormat::text) {
    columns = {{"move"},
               {"mover"},
               {"games", true},
               {visits, true},
               {seats ? "first" : "black", true},
               {seats ? "second" : "white", true},
               {"draw", true},
               {"score", true},
               {"years"},
               {"sample", true}};
    if (kind.of_pattern) {
      columns.push_back({"at once", true});
      columns.push_back({"later", true});
    } else if (seats) {
      columns.push_back({"points", true});
    }
    return columns;
  }
  for (const char* const name :
       {"depth", "line", "move", "games", visits, seats ? "first_wins" : "black_wins",
        seats ? "second_wins" : "white_wins", "draws", "score", "first_year", "last_year",
        "sample"}) {
    columns.push_back({name});
  }
  if (kind.of_pattern) {
    columns.push_back({"at_once"});
    columns.push_back({"later"});
  } else if (seats) {
    columns.push_back({"mean_points"});
  }
  columns.push_back({"mover"});
  return columns;
}

std::string years_text(const ExploredMove& move) {
  if (!move.first_year) return {};
  if (move.first_year == move.last_year) return std::to_string(*move.first_year);
  if (!move.last_year) return fmt::format("{}-", *move.first_year);
  return fmt::format("{}-{}", *move.first_year, *move.last_year);
}

Cell year_cell(const std::optional<std::int32_t>& year) {
  return year ? Cell(std::int64_t{*year}) : Cell();
}

Cell text_or_null(const std::string& text) { return text.empty() ? Cell() : Cell(text); }

std::string sample_text(const ExploredMove& move) {
  return fmt::format("{}:{}", raw(move.sample), move.sample_ply);
}

Cell points_cell(const ExploredMove& move, RowFormat format) {
  const auto mean = move.mean_points();
  if (!mean) return {};
  if (format == RowFormat::text) return fmt::format("{:.1f}", *mean);
  return std::round(*mean * 100) / 100;
}

std::string line_text(const ExploredMove& move) {
  std::string line;
  for (const std::string& one : move.line) line += line.empty() ? one : ' ' + one;
  return line;
}

std::vector<Cell> text_cells(const ExploredMove& move, bool for_people) {
  const auto number = [&](std::int64_t value) {
    return for_people ? Cell(grouped(value)) : Cell(value);
  };
  return {std::string(2 * static_cast<std::size_t>(move.depth - 1), ' ') + move.line.back(),
          text_or_null(move.mover_text),
          number(move.games),
          number(move.visits),
          number(move.wins[0]),
          number(move.wins[1]),
          number(move.draws),
          move.score ? Cell(fmt::format("{:.1f}%", 100 * *move.score)) : Cell(),
          years_text(move),
          sample_text(move)};
}

std::vector<Cell> data_cells(const ExploredMove& move) {
  return {std::int64_t{move.depth},
          line_text(move),
          move.line.back(),
          move.games,
          move.visits,
          move.wins[0],
          move.wins[1],
          move.draws,
          move.score ? Cell(std::round(*move.score * 10'000) / 10'000) : Cell(),
          year_cell(move.first_year),
          year_cell(move.last_year),
          sample_text(move)};
}

/// Prints the rows of a tree.
class TreePrinter {
 public:
  TreePrinter(RowFormat format, TableKind kind, ByteOutput& output)
      : format_(format),
        kind_(kind),
        for_people_(output.is_terminal()),
        writer_(make_row_writer(format, columns_of(format, kind), output)) {}

  void print(const ExploredMove& move) {
    const bool is_text = format_ == RowFormat::text;
    std::vector<Cell> cells = is_text ? text_cells(move, for_people_) : data_cells(move);
    if (kind_.of_pattern) {
      for (const std::int64_t hits : {move.at_once, move.later}) {
        cells.push_back(for_people_ && is_text ? Cell(grouped(hits)) : Cell(hits));
      }
    } else if (!kind_.has_colors) {
      cells.push_back(points_cell(move, format_));
    }
    if (!is_text) cells.push_back(text_or_null(move.mover_text));
    writer_->write(cells);
  }
  void finish() { writer_->finish(); }

 private:
  RowFormat format_;
  TableKind kind_;
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
  report_left_out({coverage.undated, coverage.silent, coverage.copies}, query);
}

}  // namespace

ExitStatus run_explore(const OptionValues& options) {
  const RowFormat format = parse_row_format(options.text("format", "text"));
  const Query query = options.query();
  ExploreOptions how;
  how.depth = static_cast<int>(options.whole("depth").value_or(1));
  how.limit = options.whole("limit").value_or(how.depth > 1 ? kTreeRows : 0);
  how.variations = options.flag("variations");
  if (query.positions.empty() && query.patterns.empty()) {
    throw UsageError(
        "explore needs --position or --pattern; 'moves:' is the board before the first move");
  }
  Archive archive = Archive::open(options.text("DATABASE", ""));
  ByteOutput output;
  std::optional<TreePrinter> printer;
  const bool of_pattern =
      !query.patterns.empty() && (query.pattern_is_first || query.positions.empty());
  const ExploreAnswer found = archive.explore(query, how, [&](const ExploredMove& move) {
    if (!printer) printer.emplace(format, TableKind{move.has_colors, of_pattern}, output);
    printer->print(move);
  });
  if (!printer) printer.emplace(format, TableKind{found.has_colors, of_pattern}, output);
  printer->finish();
  output.close();
  report_notes(found.notes);
  report_coverage(found, query, of_pattern);
  return found.games > 0 ? kDone : kNothingFound;
}

}  // namespace ludex::cli
