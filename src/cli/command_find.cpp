#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace ludex::cli {
namespace {

constexpr std::int64_t kTerminalRows = 40;
constexpr std::array<std::string_view, 4> kNumberColumns = {"id", "moves", "ply", "hits"};

std::vector<Column> to_columns(const std::vector<std::string>& names) {
  std::vector<Column> columns;
  for (const std::string& name : names) {
    columns.push_back({name, std::ranges::find(kNumberColumns, name) != kNumberColumns.end()});
  }
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

/// How many rows may be printed; nothing: all of them.
std::optional<std::int64_t> row_limit(const OptionValues& options, RowFormat format,
                                      const ByteOutput& output) {
  if (const auto limit = options.whole("limit")) return *limit == 0 ? std::nullopt : limit;
  const bool for_people = format == RowFormat::text && !options.flag("ids") && output.is_terminal();
  return for_people ? std::optional(kTerminalRows) : std::nullopt;
}

/// What the options say of rows; opens nothing.
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
    throw UsageError("--count goes with none of --ids, --limit and --offset");
  }
  listing.with_hits = has_position && !options.flag("ids");
  return listing;
}

/// Players of crossword games have no colours.
std::vector<std::string> text_columns(Archive& archive, const GameSet& found) {
  bool has_colors = true;
  for (const Game& first : archive.games(found, {.columns = {"game"}, .limit = 1})) {
    has_colors = first.type() != "crossword";
  }
  if (has_colors) return {"id", "date", "black", "white", "event", "result", "moves"};
  return {"id", "date", "players", "event", "result", "moves"};
}

/// Prints rows; of what is behind `limit` it only learns that it is there.
ExitStatus print_rows(const OptionValues& options, const GameRange& games, RowFormat format,
                      std::optional<std::int64_t> limit, ByteOutput& output) {
  const bool ids_only = options.flag("ids");
  const auto writer = make_row_writer(format, to_columns(games.columns()), output);
  std::int64_t rows = 0;
  for (const Game& game : games) {
    if (limit && rows == *limit) {
      if (!options.is_given("limit")) {
        print_message(fmt::format("the first {} rows; --limit N shows more, --limit 0 all", rows));
      }
      break;
    }
    ++rows;
    if (ids_only) {
      output.write(cell_text(game.row().front()) + '\n');
    } else {
      writer->write(game.row());
    }
  }
  if (!ids_only) writer->finish();
  return rows > 0 ? kDone : kNothingFound;
}

}  // namespace

ExitStatus run_find(const OptionValues& options) {
  Listing listing = listing_of(options);
  const RowFormat format = parse_row_format(options.text("format", "text"));
  Query query = options.query();
  query.pattern_matching.all_hits = listing.all_hits;
  query.pattern_matching.variations = options.flag("variations");
  Archive archive = Archive::open(options.text("DATABASE", ""));
  ByteOutput output;
  const bool counts = options.flag("count");
  const auto limit = counts ? std::nullopt : row_limit(options, format, output);
  if (limit) listing.limit = *limit + 1;

  // To count games left out, all are looked at; to sort games, all are needed.
  const bool counts_left_out = query.date || query.from || query.to || query.handicap;
  const bool may_stop_early = limit && listing.sort.empty() && !counts_left_out;
  const GameSet found =
      archive.find(query, may_stop_early ? listing.offset + *limit + 1 : kAllGames);
  report_notes(found.notes);
  report_left_out(found, query);
  if (counts) return print_count(found, listing.all_hits);
  if (options.flag("ids")) {
    listing.columns = {"id"};
  } else if (format == RowFormat::text) {
    listing.columns = text_columns(archive, found);
  }
  const ExitStatus status =
      print_rows(options, archive.games(found, listing), format, limit, output);
  const bool for_people = output.is_terminal() || stderr_is_terminal();
  if (status == kNothingFound && for_people) print_message("nothing found");
  output.close();
  return status;
}

}  // namespace ludex::cli
