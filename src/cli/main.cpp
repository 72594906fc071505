#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "cli/terminal.hpp"
#include "cli/version.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

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

constexpr std::size_t kMeaningColumn = 26;
constexpr std::size_t kCommandColumn = 14;
constexpr std::size_t kLineColumns = 96;  // the maximum, also without a terminal
constexpr std::size_t kFewestColumns = 50;

/// How wide help is on this terminal.
std::size_t help_columns() {
  const std::size_t columns = line_columns(STDOUT_FILENO);
  return columns == 0 ? kLineColumns : std::clamp(columns, kFewestColumns, kLineColumns);
}

std::string entry(const std::string& names, const std::string& meaning,
                  std::size_t meaning_column = kMeaningColumn) {
  std::string line = "  " + names;
  if (display_width(line) + 1 > meaning_column) line += '\n';
  const std::size_t used = line.ends_with('\n') ? 0 : display_width(line);
  line += std::string(meaning_column - used, ' ');
  return line + wrapped(meaning, help_columns() - meaning_column, meaning_column) + '\n';
}

/// An example in one line, or in several that a shell reads as one.
std::string example(std::string_view line) {
  const std::size_t columns = help_columns();
  std::string text;
  std::size_t used = 0;
  while (!line.empty()) {
    char quote = '\0';  // that is open
    std::size_t end = line.find_first_not_of(' ');
    for (; end < line.size() && (quote != '\0' || line[end] != ' '); ++end) {
      if (line[end] == quote) {
        quote = '\0';
      } else if (quote == '\0' && (line[end] == '\'' || line[end] == '"')) {
        quote = line[end];
      }
    }
    const bool is_last = end >= line.size();
    const std::size_t width = display_width(line.substr(0, end)) + (is_last ? 0 : 2);
    if (used > 0 && used + width > columns) {
      text += " \\\n     ";
      used = 5;
    }
    text += line.substr(0, end);
    used += display_width(line.substr(0, end));
    line.remove_prefix(std::min(end, line.size()));
  }
  return text + '\n';
}

/// Lays out the end of a help text for the terminal. Lines that begin with blanks are examples.
std::string laid_out(std::string_view footer) {
  std::string text;
  while (!footer.empty()) {
    const std::size_t end = std::min(footer.find('\n'), footer.size());
    const std::string_view line = footer.substr(0, end);
    text += line.starts_with(' ') ? example(line) : wrapped(line, help_columns(), 0) + '\n';
    footer.remove_prefix(std::min(end + 1, footer.size()));
  }
  return text;
}

std::vector<const CLI::Option*> operands_of(const CLI::App& app) {
  return app.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

std::vector<const CLI::Option*> options_of(const CLI::App& app, const std::string& group) {
  return app.get_options([&](const CLI::Option* option) {
    return option->nonpositional() && option->get_group() == group;
  });
}

std::string operand_name(const CLI::Option& operand) {
  return operand.get_option_text().empty() ? operand.get_name(true) : operand.get_option_text();
}

std::string usage(const CLI::App& app, const std::string& name) {
  std::string line = fmt::format("Usage: {} [options]", name);
  for (const CLI::Option* operand : operands_of(app)) {
    const bool repeats = operand->get_items_expected_max() > 1;
    const std::string text = operand_name(*operand) + (repeats ? "..." : "");
    line += operand->get_required() ? " " + text : " [" + text + "]";
  }
  return line + '\n';
}

/// The names of an option as help shows them: "-f, --format F", "    --[no-]progress".
std::string option_names(const CLI::Option& option) {
  std::string names;
  for (const std::string& letter : option.get_snames()) names += "-" + letter + ", ";
  if (names.empty()) names = "    ";
  for (const std::string& name : option.get_lnames()) {
    if (option.check_fname("no-" + name)) {
      names += "--[no-]" + name + ", ";
    } else if (!option.check_fname(name)) {
      names += "--" + name + ", ";
    }
  }
  if (names.ends_with(", ")) names.resize(names.size() - 2);
  if (!option.get_option_text().empty()) names += " " + option.get_option_text();
  return names;
}

/// Lays out `--help`: what the command does, usage, operands and options with their meaning in one
/// column, options of a group under its title, examples at the end.
class HelpFormatter final : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                      CLI::AppFormatMode /*mode*/) const override {
    std::string help = app->get_description() + "\n\n" + usage(*app, name) + '\n';
    for (const CLI::Option* operand : operands_of(*app)) {
      help += entry(operand_name(*operand), operand->get_description());
    }
    for (const std::string& group : app->get_groups()) {
      const auto options = options_of(*app, group);
      if (group.empty() || options.empty()) continue;
      help += '\n' + wrapped(group, help_columns(), 0) + ":\n";
      for (const CLI::Option* option : options) {
        help += entry(option_names(*option), option->get_description());
      }
    }
    return help + '\n' + laid_out(app->get_footer());
  }
};

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

/// Arguments that CLI11 did not accept; unknown options first.
std::string describe_extras(const CLI::App& app) {
  const Arguments extras = app.remaining();
  const auto option = std::ranges::find_if(
      extras, [](const std::string& text) { return text.starts_with('-') && text.size() > 1; });
  if (option == extras.end()) {
    return fmt::format("unexpected operand '{}'", extras.empty() ? "" : extras.front());
  }
  std::vector<std::string> names;
  for (const CLI::Option* known : app.get_options()) {
    for (const std::string& name : known->get_lnames()) names.push_back("--" + name);
  }
  const std::string written = option->substr(0, option->find('='));
  const std::string nearest = nearest_word(written, names);
  return fmt::format("unknown option {}{}", written,
                     nearest.empty() ? "" : fmt::format("; did you mean {}?", nearest));
}

/// CLI11 2.1 says "--date: 1 required TEXT missing".
std::string describe_mismatch(const std::string& error) {
  return fmt::format("{} needs a value", error.substr(0, error.find(':')));
}

/// A command line, parsed.
class ParsedCommand {
 public:
  ParsedCommand(const CommandSpec& command, Arguments arguments)
      : app_(std::string(command.summary), fmt::format("ludex {}", command.name)) {
    app_.formatter(std::make_shared<HelpFormatter>());
    app_.set_help_flag("-h,--help", "this text");
    app_.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
    options_.emplace(command, app_);
    std::ranges::reverse(arguments);  // as CLI11 takes them
    parse(std::move(arguments));
  }

  [[nodiscard]] const OptionValues& options() const { return *options_; }
  [[nodiscard]] bool asks_for_help() const { return asks_for_help_; }
  [[nodiscard]] std::string help() const { return app_.help(); }
  /// The error in the command line; empty if there is none.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  [[nodiscard]] bool lacks_operand() const { return lacks_operand_; }

 private:
  void parse(Arguments arguments) {
    try {
      app_.parse(std::move(arguments));
      options_->check_counts();
    } catch (const CLI::CallForHelp&) {
      asks_for_help_ = true;
    } catch (const CLI::ExtrasError&) {
      trouble_ = describe_extras(app_);
    } catch (const CLI::ArgumentMismatch& error) {
      trouble_ = describe_mismatch(error.what());
    } catch (const CLI::RequiredError& error) {
      lacks_operand_ = true;
      trouble_ = error.what();
    } catch (const CLI::ParseError& error) {
      trouble_ = error.what();
    } catch (const UsageError& error) {
      trouble_ = error.what();
    }
  }

  CLI::App app_;
  std::optional<OptionValues> options_;
  std::string trouble_;
  bool lacks_operand_ = false;
  bool asks_for_help_ = false;
};

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
  if (first == "--version") return print(version_text());
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
  ludex::spare_memory_statistics();
  ludex::cli::ignore_closed_pipes();
  return ludex::cli::guarded_run({argv + 1, argv + argc});
}
