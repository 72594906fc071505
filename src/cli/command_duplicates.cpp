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
#include <string_view>

namespace ludex::cli {
namespace {

constexpr std::string_view kGroupNumbers[] = {"cluster", "id", "equal_moves", "moves"};

std::vector<Column> columns() {
  std::vector<Column> columns;
  for (const std::string& name : duplicate_columns()) {
    columns.push_back({name, std::ranges::find(kGroupNumbers, name) != std::end(kGroupNumbers)});
  }
  return columns;
}

void report(std::span<const DuplicateGame> games) {
  const auto clusters = static_cast<std::uint64_t>(
      std::ranges::count(games, DuplicateReason::kept, &DuplicateGame::reason));
  if (clusters == 0) return print_message("no duplicates found");
  const std::uint64_t copies = games.size() - clusters;
  print_message(fmt::format("{} cop{} in {}", grouped(copies), copies == 1 ? "y" : "ies",
                            counted(clusters, "cluster")));
}

}  // namespace

ExitStatus run_duplicates(const OptionValues& options) {
  const RowLayout layout = row_layout(options);
  if (options.flag("unique")) throw UsageError("--unique would leave nothing to show");
  const Query query = options.query();
  Archive archive = open_archive(options.text("DATABASE", ""));
  const StopOnInterrupt interrupt;
  const DuplicateAnswer answer = archive.duplicates(query, {interrupt.token()});
  report_notes(answer.notes);
  report_left_out(answer, query);
  ByteOutput output;
  const auto writer = make_row_writer(layout, columns(), output);
  const auto limit = row_limit(options, layout, output);
  std::span<const DuplicateGame> shown = answer.games;
  if (limit) shown = shown.first(std::min(shown.size(), static_cast<std::size_t>(*limit)));
  for_each_duplicate_row(archive.engine(), shown, [&](std::span<const Value> row) {
    writer->write(row);
    return true;
  });
  writer->finish();
  output.close();
  if (shown.size() < answer.games.size() && !options.is_given("limit")) {
    print_message(
        fmt::format("{} of {}; --limit 0 shows all", shown.size(), grouped(answer.games.size())));
  }
  report(answer.games);
  return answer.games.empty() ? kNothingFound : kDone;
}

}  // namespace ludex::cli
