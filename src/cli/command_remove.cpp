#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/filter_options.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/open_database.hpp"
#include "cli/options.hpp"
#include "core/error.hpp"
#include "formats/values/fold.hpp"
#include "query/filter/game_query.hpp"
#include "store/removal.hpp"
#include "store/sql/sql_statement.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace ludex::cli {

namespace {

constexpr const char* kFooter =
    "--source alone takes out whole sources with all they gave, rejects too; indexing them again\n"
    "brings them back. Any other filters take out the games they select and the records that gave\n"
    "nothing else; indexing the source again does not bring those back. Asks before it does "
    "anything.\n"
    "'ludex compact' gives the space back.\n"
    "Examples:\n"
    "  ludex remove games.db --source club-2003.sgf\n"
    "  ludex remove games.db --id 17,20 --yes\n"
    "Exit status: 0 done, 1 no such game or not confirmed, 2 wrong command line, 3 failed.";

constexpr std::uint64_t kCacheBytes = 64 * 1024 * 1024;

struct Options {
  std::string database;
  std::shared_ptr<FilterOptions> filters;
  bool yes = false;
};

std::vector<GameId> to_ids(const IdSet& games) {
  std::vector<GameId> ids;
  for (std::int64_t id = games.next(0); id >= 0; id = games.next(id + 1)) {
    ids.push_back(GameId{id});
  }
  return ids;
}

std::string counted(std::uint64_t count, std::string_view noun) {
  return fmt::format("{} {}{}", stderr_is_terminal() ? grouped(count) : std::to_string(count), noun,
                     count == 1 ? "" : "s");
}

/// Sources whose names the filter takes, and how many games they hold.
struct FoundSources {
  std::vector<SourceId> ids;
  std::uint64_t games = 0;
};

FoundSources find_sources(Database& database, const NameFilter& filter) {
  FoundSources found;
  SqlStatement select(database.sql(), "SELECT id, source, games FROM sources ORDER BY id");
  while (select.step()) {
    if (!filter.matches(fold(select.string(1)))) continue;
    found.ids.push_back(SourceId{select.integer(0)});
    found.games += static_cast<std::uint64_t>(select.integer(2));
  }
  return found;
}

bool may_remove(const Options& options, const std::string& what) {
  if (options.yes || confirmed(fmt::format("Remove {}?", what))) return true;
  print_message("nothing removed");
  return false;
}

ExitStatus report_none(const char* what) {
  print_message(fmt::format("no such {}; nothing removed", what));
  return kNothingFound;
}

ExitStatus report_removed(const std::string& what) {
  ByteOutput output;
  output.write(what + " removed\n");
  output.close();
  return kDone;
}

ExitStatus remove_found_sources(const Options& options, Database& database,
                                const NameFilter& filter) {
  const FoundSources found = find_sources(database, filter);
  if (found.ids.empty()) return report_none("source");
  const std::string what =
      fmt::format("{} with {}", counted(found.ids.size(), "source"), counted(found.games, "game"));
  if (!may_remove(options, what)) return kNothingFound;
  remove_sources(database, found.ids);
  return report_removed(what);
}

ExitStatus remove_found_games(const Options& options, Database& database,
                              const GameFilters& filters) {
  const FoundGames found = find_games(database, filters);
  report_undated(found.undated);
  report_silent(found.silent, filters);
  const std::vector<GameId> games = to_ids(found.games);
  if (games.empty()) return report_none("game");
  const std::string what = counted(games.size(), "game");
  if (!may_remove(options, what)) return kNothingFound;
  remove_games(database, games);
  return report_removed(what);
}

bool asks_for_source_only(FilterOptions options) {
  return std::exchange(options.column("source"), std::nullopt).has_value() && asks_nothing(options);
}

ExitStatus run(const Options& options) {
  if (asks_nothing(*options.filters)) {
    throw UsageError("remove needs a filter that says which games; see 'ludex remove --help'");
  }
  if (options.filters->unique) {
    throw UsageError(
        "remove --unique would leave the copies; see 'ludex duplicates' for their ids");
  }
  if (!options.yes && !can_ask()) {
    throw UsageError("remove asks before it does anything; without a terminal say --yes");
  }
  GameFilters filters = to_filters(*options.filters);
  Database database = open_to_change(options.database, kCacheBytes);
  if (asks_for_source_only(*options.filters)) {
    return remove_found_sources(options, database,
                                std::get<NameFilter>(filters.columns.front().wanted));
  }
  add_positions(filters, *options.filters, database);
  return remove_found_games(options, database, filters);
}

}  // namespace

CommandRun declare_remove(CLI::App& app) {
  auto options = std::make_shared<Options>();
  app.footer(kFooter);
  add_database(app, options->database);
  app.add_flag("-y,--yes", options->yes, "do not ask");
  options->filters = add_filters(app);
  return [options] { return run(*options); };
}

}  // namespace ludex::cli
