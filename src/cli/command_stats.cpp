#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_archive.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"
#include "options/stats_questions.hpp"

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace ludex::cli {
namespace {

/// Options about ratings need --ratings.
void check_ratings(const OptionValues& options) {
  if (options.flag("ratings")) {
    if (options.is_given("by")) throw UsageError("--ratings and --by cannot be combined");
    if (options.flag("history") && options.flag("advantages")) {
      throw UsageError("--history and --advantages cannot be combined");
    }
    return;
  }
  for (const std::string_view name : {"history", "advantages", "drift"}) {
    if (options.is_given(name)) throw UsageError(fmt::format("--{} needs --ratings", name));
  }
}

/// An empty key is hard to read, so text shows a word for it.
void name_unknown_keys(std::size_t keys, std::vector<Value>& row) {
  for (std::size_t i = 0; i < keys; ++i) {
    if (std::holds_alternative<std::monostate>(row[i])) row[i] = "(unknown)";
  }
}

void group_counts(const StatsTable& table, std::vector<Value>& row) {
  for (std::size_t i = 0; i < row.size(); ++i) {
    const auto* const count = std::get_if<std::int64_t>(&row[i]);
    if (table.columns[i].is_count && count != nullptr) {
      row[i] = grouped(*count);
    }
  }
}

ExitStatus print(const StatsTable& table, const RowLayout& layout) {
  ByteOutput output;
  std::vector<Column> columns;
  for (const StatsTable::Column& column : table.columns) {
    columns.push_back({column.name, column.is_number});
  }
  const auto writer = make_row_writer(layout, std::move(columns), output);
  const bool for_people = is_for_people(layout.format);
  for (std::vector<Value> row : table.rows) {
    if (for_people) name_unknown_keys(table.keys, row);
    if (for_people && output.is_terminal()) group_counts(table, row);
    writer->write(row);
  }
  writer->finish();
  output.close();
  return table.rows.empty() ? kNothingFound : kDone;
}

void report(const StatsTable& table, const Query& query) {
  report_notes(table.notes);
  report_left_out(table, query);
}

/// Says which games the ratings are of, and whose are shown.
void report_ratings(const OptionValues& options, const RatingList& list) {
  const RatingCounts& games = list.games;
  const std::string pool = options.given_filters(false);
  std::string text = fmt::format("{} of {} rated ({})", counted(games.rated, "game"),
                                 counted(list.players, "player"),
                                 pool.empty() ? "pool: all games" : "pool: games with " + pool);
  if (list.groups > 1) text += fmt::format(", in {} groups that never met", list.groups);
  std::string left_out;
  for (const auto& [count, what] : {std::pair(games.many_seats, "of more than two players"),
                                    std::pair(games.nameless, "without two names"),
                                    std::pair(games.undecided, "without winner or draw"),
                                    std::pair(games.undated, "without a year")}) {
    if (count == 0) continue;
    left_out += left_out.empty() ? "; left out: " : ", ";
    left_out += fmt::format("{} {}", grouped(count), what);
  }
  if (games.undated > 0) left_out += " (--drift 0 includes them)";
  print_message(text + left_out);
  const std::string shown = options.given_filters(true);
  if (shown.empty()) return;
  print_message(fmt::format("shown: {} with {}; their ratings use all rated games",
                            counted(list.shown, "player"), shown));
}

}  // namespace

ExitStatus run_stats(const OptionValues& options) {
  check_ratings(options);
  const RowLayout layout = row_layout(options);
  StatsQuestion question = options::stats_question(options);
  question.notation = notation_of(options, layout);
  Query query = options.query();
  if (!query.kind) query.kind = GameKind::game;
  Archive archive = open_archive(options.text("DATABASE", ""));
  const StopOnInterrupt interrupt;
  const Call call{interrupt.token()};
  if (!options.flag("ratings")) {
    const StatsTable table = archive.stats(query, question, call);
    report(table, query);
    return print(table, layout);
  }
  const RatingList list = archive.ratings(query, options::rating_question(options, question), call);
  report(list.table, query);
  report_ratings(options, list);
  return print(list.table, layout);
}

}  // namespace ludex::cli
