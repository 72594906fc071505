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
#include <array>
#include <chrono>
#include <optional>
#include <span>

namespace ludex::cli {
namespace {

constexpr std::chrono::milliseconds kLongestCount{500};  // of games, for a hint
constexpr std::array<std::string_view, 4> kNumberColumns = {"id", "moves", "ply", "hits"};

bool is_in(std::string_view name, std::span<const std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

/// True if a column describes the hit of a pattern.
bool is_of_pattern(std::string_view name) { return is_in(name, kPatternColumns); }

/// True if a column describes a hit, not its game.
bool is_of_hit(std::string_view name) { return is_in(name, kHitColumns) || is_of_pattern(name); }

std::vector<Column> to_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) columns.push_back({name, is_in(name, kNumberColumns)});
  return columns;
}

ExitStatus print_count(const GameSet& found, bool all_hits) {
  const std::int64_t count = all_hits ? found.hits : found.games;
  ByteOutput output;
  output.write(grouped(count, output.is_terminal()));
  output.write("\n");
  output.close();
  return count > 0 ? kDone : kNothingFound;
}

/// Reads the options about rows; opens nothing.
Listing listing_of(const OptionValues& options) {
  Listing listing;
  const bool has_position = options.is_given("position") || options.is_given("pattern");
  if (const auto sort = options.text("sort")) listing.sort = parse_sort(*sort);
  for (const SortKey& key : listing.sort) {
    if ((key.column == "ply" || key.column == "hits") && !has_position) {
      throw UsageError(fmt::format("--sort {} needs --position or --pattern", key.column));
    }
  }
  listing.all_hits = options.flag("all-hits");
  listing.offset = options.whole("offset").value_or(0);
  if (listing.all_hits && !has_position)
    throw UsageError("--all-hits needs --position or --pattern");
  const bool chooses_rows = options.flag("ids") || options.is_given("limit") || listing.offset > 0;
  if (options.flag("count") && chooses_rows) {
    throw UsageError("--count cannot be combined with --ids, --limit or --offset");
  }
  if (options.is_given("columns") && (options.flag("count") || options.flag("ids"))) {
    throw UsageError("--columns cannot be combined with --count or --ids");
  }
  listing.with_hits = has_position && !options.flag("ids");
  return listing;
}

/// The columns to read for `--columns`.
void choose_columns(const std::vector<std::string>& chosen, bool of_pattern, Listing& listing) {
  const std::vector<std::string> known = game_columns();
  const bool reads_hits = listing.with_hits;
  listing.with_hits = false;
  for (const std::string& name : chosen) {
    const bool is_of_game = std::ranges::find(known, name) != known.end();
    const bool is_of_rows = is_of_hit(name) && (of_pattern || !is_of_pattern(name));
    if (!is_of_game && !is_of_hit(name)) {
      std::vector<std::string> all = known;
      for (const std::string_view hit : kHitColumns) all.emplace_back(hit);
      for (const std::string_view hit : kPatternColumns) all.emplace_back(hit);
      refuse_column(name, all);
    }
    if (!is_of_game && !(reads_hits && is_of_rows)) {
      throw UsageError(fmt::format("--columns: {} needs {}--pattern", name,
                                   is_of_pattern(name) ? "" : "--position or "));
    }
    if (is_of_game) listing.columns.push_back(name);
    listing.with_hits = listing.with_hits || !is_of_game;
  }
  if (listing.columns.empty()) listing.columns = {"id"};
}

/// Players of crossword games have no colors.
std::vector<std::string> text_columns(Archive& archive, const GameSet& found) {
  bool has_colors = true;
  for (const Game& first : archive.games(found, {.columns = {"game"}, .limit = 1})) {
    has_colors = first.type() != "crossword";
  }
  if (has_colors) return {"id", "date", "black", "white", "event", "result", "moves"};
  return {"id", "date", "players", "event", "result", "moves"};
}

/// How much of an answer was printed.
struct Printed {
  std::int64_t rows = 0;
  bool is_all = true;
};

/// None for formats that people read.
std::optional<LineFormat> line_format(RowFormat format) {
  switch (format) {
    case RowFormat::csv:
      return LineFormat::csv;
    case RowFormat::tsv:
      return LineFormat::tsv;
    case RowFormat::json:
      return LineFormat::json;
    case RowFormat::text:
    case RowFormat::record:
      break;
  }
  return std::nullopt;
}

/// Prints lines up to `limit`, and notes if there are more.
Printed print_lines(RowLines& lines, const RowLayout& layout, std::optional<std::int64_t> limit,
                    ByteOutput& output) {
  // It prints the header.
  (void)make_row_writer(layout, to_columns(lines.columns()), output);
  Printed printed;
  for (std::string_view line = lines.next(); !line.empty(); line = lines.next()) {
    if (limit && printed.rows == *limit) {
      printed.is_all = false;
      break;
    }
    ++printed.rows;
    output.write(line);
  }
  return printed;
}

/// Prints rows up to `limit`, and notes if there are more.
Printed print_rows(const GameRange& games, const RowLayout& layout,
                   std::optional<std::int64_t> limit, ByteOutput& output) {
  const auto writer = make_row_writer(layout, to_columns(games.columns()), output);
  Printed printed;
  for (const Game& game : games) {
    if (limit && printed.rows == *limit) {
      printed.is_all = false;
      break;
    }
    ++printed.rows;
    writer->write(game.row());
  }
  writer->finish();
  return printed;
}

/// Says how many rows there are, where counting them takes no time.
void report_more_rows(Archive& archive, const Query& query, bool all_hits, std::int64_t shown) {
  std::string all = "more";
  try {
    const GameSet found = archive.find(query, kAllGames, within(kLongestCount));
    all = grouped(all_hits ? found.hits : found.games);
  } catch (const Stopped&) {
  }
  print_message(fmt::format("{} of {}; --limit 0 shows all", shown, all));
}

}  // namespace

ExitStatus run_find(const OptionValues& options) {
  Listing listing = listing_of(options);
  const RowLayout layout = row_layout(options);
  listing.notation = notation_of(options, layout);
  Query query = options.query();
  if (!layout.columns.empty()) choose_columns(layout.columns, !query.patterns.empty(), listing);
  query.pattern_matching.all_hits = listing.all_hits;
  query.pattern_matching.variations = options.flag("variations");
  Archive archive = open_archive(options.text("DATABASE", ""));
  const StopOnInterrupt interrupt;
  const Call call{interrupt.token()};
  ByteOutput output;
  const bool counts = options.flag("count");
  const bool is_whole = counts || (options.flag("ids") && !options.is_given("limit"));
  const auto limit = is_whole ? std::nullopt : row_limit(options, layout, output);
  if (limit) listing.limit = *limit + 1;

  // Counting the games left out and sorting need all games.
  const bool counts_left_out = query.date || query.from || query.to || query.handicap;
  const bool may_stop_early = limit && listing.sort.empty() && !counts_left_out;
  const GameSet found =
      archive.find(query, may_stop_early ? listing.offset + *limit + 1 : kAllGames, call);
  report_notes(found.notes);
  report_left_out(found, query);
  if (counts) return print_count(found, listing.all_hits);
  if (options.flag("ids")) {
    listing.columns = {"id"};
  } else if (layout.format == RowFormat::text && layout.columns.empty()) {
    listing.columns = text_columns(archive, found);
  }
  const bool chooses_hits = listing.with_hits && !layout.columns.empty();
  const auto format = options.flag("ids") ? LineFormat::tsv : line_format(layout.format);
  const Printed printed =
      format && !chooses_hits
          ? print_lines(*archive.lines(found, *format, listing, call), layout, limit, output)
          : print_rows(archive.games(found, listing, call), layout, limit, output);
  const bool for_people = output.is_terminal() || stderr_is_terminal();
  if (printed.rows == 0 && for_people) print_message("nothing found");
  output.close();
  if (!printed.is_all && !options.is_given("limit")) {
    report_more_rows(archive, query, listing.all_hits, printed.rows);
  }
  return printed.rows > 0 ? kDone : kNothingFound;
}

}  // namespace ludex::cli
