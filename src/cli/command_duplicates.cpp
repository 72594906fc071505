#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/row_writer.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex::cli {
namespace {

const std::vector<std::string> kGameColumns = {"id",    "moves",  "date",       "black",
                                               "white", "source", "external_id"};

std::vector<Column> columns() {
  std::vector<Column> columns = {{"cluster", true},     {"id", true},    {"why"},
                                 {"equal_moves", true}, {"orientation"}, {"colors"}};
  for (const std::string& name : std::span(kGameColumns).subspan(1)) {
    columns.push_back({name, name == "moves"});
  }
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
  const auto clusters = static_cast<std::uint64_t>(
      std::ranges::count(games, DuplicateReason::stands, &DuplicateGame::reason));
  const std::uint64_t copies = games.size() - clusters;
  print_message(fmt::format("{}, {} beside those that stand for them", counted(clusters, "cluster"),
                            counted(copies, "game")));
}

}  // namespace

ExitStatus run_duplicates(const OptionValues& options) {
  const RowFormat format = parse_row_format(options.text("format", "text"));
  if (options.flag("unique")) throw UsageError("--unique would leave nothing to show");
  const Query query = options.query();
  Archive archive = Archive::open(options.text("DATABASE", ""));
  const DuplicateAnswer answer = archive.duplicates(query);
  report_notes(answer.notes);
  report_left_out(answer, query);
  std::vector<GameId> ids;
  for (const DuplicateGame& game : answer.games) ids.push_back(game.game);
  ByteOutput output;
  const auto writer = make_row_writer(format, columns(), output);
  auto duplicate = answer.games.begin();
  for (const Game& game : archive.games(std::move(ids), kGameColumns)) {
    while (duplicate->game != game.id()) ++duplicate;
    writer->write(row_of(*duplicate, game.row().subspan(1)));
  }
  writer->finish();
  output.close();
  report(answer.games);
  return answer.games.empty() ? kNothingFound : kDone;
}

}  // namespace ludex::cli
