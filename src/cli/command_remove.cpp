#include "cli/byte_output.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <string>
#include <variant>
#include <vector>

namespace ludex::cli {

namespace {

bool may_remove(const OptionValues& options, const std::string& what) {
  const std::string question =
      fmt::format("Remove {} from {}?", what, options.text("DATABASE", ""));
  if (options.flag("yes") || confirmed(question)) return true;
  print_message("nothing removed");
  return false;
}

ExitStatus report_none(const char* what) {
  print_message(fmt::format("no such {}; nothing removed", what));
  return kNothingFound;
}

ExitStatus report_removed(const OptionValues& options, const std::string& what) {
  ByteOutput output;
  output.write(what + " removed\n");
  output.close();
  print_message(
      fmt::format("the text of what was removed stays in the file until 'ludex compact {}'",
                  options.text("DATABASE", "")));
  return kDone;
}

ExitStatus remove_sources(const OptionValues& options, Archive& archive, const NameFilter& name) {
  std::uint64_t games = 0;
  std::vector<SourceId> ids;
  for (const FoundSource& source : archive.find_sources(name)) {
    ids.push_back(source.id);
    games += static_cast<std::uint64_t>(source.games);
  }
  if (ids.empty()) return report_none("source");
  const std::string what =
      fmt::format("{} with {}", counted(ids.size(), "source", stderr_is_terminal()),
                  counted(games, "game", stderr_is_terminal()));
  if (!may_remove(options, what)) return kNothingFound;
  archive.remove_sources(ids);
  return report_removed(options, what);
}

ExitStatus remove_games(const OptionValues& options, Archive& archive, const Query& query) {
  const GameSet found = archive.find(query);
  report_notes(found.notes);
  report_left_out(found, query);
  if (found.games == 0) return report_none("game");
  const std::string what = counted(found.games, "game", stderr_is_terminal());
  if (!may_remove(options, what)) return kNothingFound;
  archive.remove(found);
  return report_removed(options, what);
}

}  // namespace

ExitStatus run_remove(const OptionValues& options) {
  if (options.asks_nothing()) {
    throw UsageError("remove needs a filter that says which games; see 'ludex remove --help'");
  }
  if (options.flag("unique")) {
    throw UsageError(
        "remove --unique would leave the copies; see 'ludex duplicates' for their ids");
  }
  if (!options.flag("yes") && !can_ask()) {
    throw UsageError("remove asks for confirmation; without a terminal, add --yes");
  }
  const Query query = options.query();
  Archive archive = Archive::open_for_changes(
      options.text("DATABASE", ""), {.say = print_message, .wait = seconds_to_wait(options)});
  const ColumnFilter* const source = query.find("source");
  const bool whole_sources = source != nullptr && options.asks_nothing("source");
  return whole_sources ? remove_sources(options, archive, std::get<NameFilter>(source->wanted))
                       : remove_games(options, archive, query);
}

}  // namespace ludex::cli
