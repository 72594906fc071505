#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/help_text.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/parsed_command.hpp"
#include "cli/process.hpp"
#include "cli/version.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iterator>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::cli {

namespace {

using options::all_commands;
using options::CommandSpec;
using Arguments = std::vector<std::string>;
using Runner = ExitStatus (*)(const OptionValues& options);

constexpr std::pair<std::string_view, Runner> kRunners[] = {
    {"index", run_index},           {"find", run_find},
    {"explore", run_explore},       {"show", run_show},
    {"export", run_export},         {"stats", run_stats},
    {"duplicates", run_duplicates}, {"alias", run_alias},
    {"check", run_check},           {"info", run_info},
    {"rejects", run_rejects},       {"remove", run_remove},
    {"compact", run_compact},       {"sql", run_sql},
    {"serve", run_serve},           {"merge", run_merge},
    {"publish", run_publish},
};

Runner runner_of(std::string_view command) {
  const auto found =
      std::ranges::find(kRunners, command, [](const auto& one) { return one.first; });
  if (found == std::end(kRunners))
    throw std::logic_error(fmt::format("nothing runs '{}'", command));
  return found->second;
}

/// Those that a cluster answers, too.
constexpr std::string_view kClusterCommands[] = {"find",   "explore", "stats", "show",
                                                 "export", "info",    "serve"};

/// Refuses a cluster where only a database will do.
void check_databases(std::string_view command, const Arguments& arguments) {
  const bool takes_cluster = command == "publish" || std::ranges::find(kClusterCommands, command) !=
                                                         std::end(kClusterCommands);
  if (takes_cluster || std::ranges::none_of(arguments, is_cluster_url)) return;
  throw UsageError(
      fmt::format("{} needs a database, not a cluster: use those that were published. A cluster "
                  "answers to {}",
                  command, fmt::join(kClusterCommands, ", ")));
}

constexpr std::size_t kCommandColumn = 14;  // where `ludex --help` says what commands do

std::string general_help() {
  std::string help = wrapped(
      "Ludex: game records in one SQLite file, found by player, event, date, result and position.",
      help_columns(), 0);
  help += "\n\nUsage: ludex COMMAND [options] ...\n\nCommands:\n";
  for (const CommandSpec& command : all_commands()) {
    help += entry(std::string(command.name), std::string(command.summary), kCommandColumn);
  }
  return help + '\n' +
         laid_out(
             "Examples:\n"
             "  ludex index games.db archive.tar.gz\n"
             "  ludex find games.db --player 'Honinbo Shusaku' --from 1850\n\n"
             "'ludex COMMAND --help' lists the options of a command, 'ludex --version' prints the "
             "version. The manual is in 'man ludex' and 'man ludex-COMMAND'.\n");
}

ExitStatus print(const std::string& text) {
  ByteOutput output;
  output.write(text);
  output.close();
  return kDone;
}

std::string command_names() {
  std::string names;
  for (const CommandSpec& command : all_commands()) {
    if (!names.empty()) names += ", ";
    names += command.name;
  }
  return names;
}

[[noreturn]] void refuse_command(const std::string& name) {
  std::vector<std::string> candidates;
  for (const CommandSpec& command : all_commands()) candidates.emplace_back(command.name);
  const std::string nearest = nearest_word(name, candidates);
  const std::string advice = nearest.empty() ? fmt::format("commands are: {}", command_names())
                                             : fmt::format("did you mean '{}'?", nearest);
  throw UsageError(fmt::format("'{}' is not a command; {}", name, advice));
}

const CommandSpec& find_command(const std::string& name) {
  const auto commands = all_commands();
  const auto found = std::ranges::find(commands, name, &CommandSpec::name);
  if (found == commands.end()) refuse_command(name);
  return *found;
}

/// True if the command line leaves DATABASE out, so that LUDEX_DB names it: an operand is missing;
/// or one may be repeated and the first operand cannot be a database, since it is a word of the
/// command (`alias add`) or, for `index`, no database that exists.
bool leaves_database_out(const CommandSpec& command, const ParsedCommand& parsed) {
  if (parsed.lacks_operand()) return true;
  if (!parsed.trouble().empty() || parsed.asks_for_help()) return false;
  const std::string first = parsed.options().text("DATABASE", "");
  if (command.name == "alias") return is_alias_action(first);
  return command.name == "index" && !is_ludex_database(first);
}

ExitStatus run_command(const CommandSpec& command, Arguments arguments) {
  std::optional<ParsedCommand> parsed(std::in_place, command, arguments);
  const bool takes_database = command.options.front().names == "DATABASE";
  const char* const usual = std::getenv("LUDEX_DB");
  if (takes_database && usual != nullptr && *usual != '\0' &&
      leaves_database_out(command, *parsed)) {
    arguments.insert(arguments.begin(), usual);
    parsed.emplace(command, arguments);
  }
  if (parsed->asks_for_help()) return print(parsed->help());
  if (const std::string& trouble = parsed->trouble(); !trouble.empty()) {
    throw UsageError(fmt::format("{} 'ludex {} --help'",
                                 trouble + (trouble.ends_with('?') ? " See" : "; see"),
                                 command.name));
  }
  check_databases(command.name, arguments);
  return runner_of(command.name)(parsed->options());
}

ExitStatus run(Arguments arguments) {
  if (arguments.empty()) throw UsageError("a command is missing; see 'ludex --help'");
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "--version") {
    const bool is_verbose = arguments == Arguments{"--verbose"};
    return print(version_text() + (is_verbose ? library_version_text() : ""));
  }
  if (first == "--help" || first == "-h" || (first == "help" && arguments.empty())) {
    return print(general_help());
  }
  if (first == "help") return run_command(find_command(arguments.front()), {"--help"});
  return run_command(find_command(first), std::move(arguments));
}

ExitStatus fail(ExitStatus status, std::string_view text) {
  print_message(text);
  return status;
}

ExitStatus guarded_run(Arguments arguments) {
  try {
    return run(std::move(arguments));
  } catch (const OutputClosed&) {
    return kDone;
  } catch (const UsageError& error) {
    return fail(kUsage, options::with_option_names(error.what()));
  } catch (const std::bad_alloc&) {
    return fail(kFailed, "out of memory");
  } catch (const std::exception& error) {
    return fail(kFailed, options::with_option_names(error.what()));
  }
}

}  // namespace
}  // namespace ludex::cli

int main(int argc, char** argv) {
  ludex::cli::open_standard_descriptors();
  ludex::set_up_sqlite_memory();
  ludex::cli::ignore_write_signals();
  ludex::cli::end_without_memory();
  return ludex::cli::guarded_run({argv + 1, argv + argc});
}
