#include "cli/byte_output.hpp"
#include "cli/command.hpp"
#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "cli/process.hpp"
#include "ludex/archive.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace ludex::cli {

namespace {

using Arguments = std::vector<std::string>;

constexpr std::size_t kMeaningColumn = 26;
constexpr std::size_t kLineColumns = 96;

/// Breaks text into lines of at most `columns`, at blanks and where it has line ends.
std::string wrapped(std::string_view text, std::size_t columns, std::size_t indent) {
  std::string out;
  std::size_t used = 0;
  while (!text.empty()) {
    const std::size_t end = text.find_first_of(" \n");
    const std::string_view word = text.substr(0, end);
    const std::size_t width = display_width(word);
    if (used > 0 && used + 1 + width > columns) {
      out += '\n' + std::string(indent, ' ');
      used = 0;
    }
    if (used > 0) out += ' ';
    out += word;
    used += width + (used > 0 ? 1 : 0);
    if (end == std::string_view::npos) break;
    if (text[end] == '\n') {
      out += '\n' + std::string(indent, ' ');
      used = 0;
    }
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string entry(const std::string& names, const std::string& meaning) {
  std::string line = "  " + names;
  if (display_width(line) + 1 > kMeaningColumn) line += '\n';
  const std::size_t used = line.ends_with('\n') ? 0 : display_width(line);
  line += std::string(kMeaningColumn - used, ' ');
  return line + wrapped(meaning, kLineColumns - kMeaningColumn, kMeaningColumn) + '\n';
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
/// column, options of a group under its title, examples and exit status as the footer.
class HelpFormatter final : public CLI::FormatterBase {
 public:
  [[nodiscard]] std::string make_help(const CLI::App* app, std::string name,
                                      CLI::AppFormatMode /*mode*/) const override {
    std::string help = app->get_description() + "\n\n" + usage(*app, name);
    for (const CLI::Option* operand : operands_of(*app)) {
      help += entry(operand_name(*operand), operand->get_description());
    }
    for (const std::string& group : app->get_groups()) {
      const auto options = options_of(*app, group);
      if (group.empty() || options.empty()) continue;
      if (group != "Options") help += group + ":\n";
      for (const CLI::Option* option : options) {
        help += entry(option_names(*option), option->get_description());
      }
    }
    return help + app->get_footer() + '\n';
  }
};

std::string general_help() {
  std::string help =
      "Ludex: game records in one SQLite file, found by player, event, date, result and "
      "position.\n\n"
      "Usage: ludex COMMAND [options] ...\n";
  for (const Command& command : all_commands()) {
    help += fmt::format("  {:<11} {}\n", command.name, command.summary);
  }
  return help +
         "Examples:\n"
         "  ludex index games.db archive.tar.gz\n"
         "  ludex find games.db --player 'Honinbo Shusaku' --from 1850\n"
         "'ludex COMMAND --help' tells more of a command; 'ludex --version' prints the version.\n"
         "Exit status: 0 done, 1 nothing found, 2 wrong command line, 3 failed.\n";
}

ExitStatus print(const std::string& text) {
  ByteOutput output;
  output.write(text);
  output.close();
  return kDone;
}

std::string command_names() {
  std::string names;
  for (const Command& command : all_commands()) {
    if (!names.empty()) names += ", ";
    names += command.name;
  }
  return names;
}

[[noreturn]] void refuse_command(const std::string& name) {
  std::vector<std::string> candidates;
  for (const Command& command : all_commands()) candidates.emplace_back(command.name);
  const std::string nearest = nearest_word(name, candidates);
  const std::string advice = nearest.empty() ? fmt::format("commands are: {}", command_names())
                                             : fmt::format("did you mean '{}'?", nearest);
  throw UsageError(fmt::format("'{}' is not a command; {}", name, advice));
}

const Command& get_command(const std::string& name) {
  const auto commands = all_commands();
  const auto found = std::ranges::find(commands, name, &Command::name);
  if (found == commands.end()) refuse_command(name);
  return *found;
}

/// What CLI11 did not know what to do with; unknown options first.
std::string describe_extras(const CLI::App& app) {
  const Arguments extras = app.remaining();
  const auto option = std::ranges::find_if(
      extras, [](const std::string& text) { return text.starts_with('-') && text.size() > 1; });
  if (option == extras.end()) {
    return fmt::format("'{}' is one operand too many", extras.empty() ? "" : extras.front());
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

ExitStatus run_command(const Command& command, Arguments arguments) {
  const std::string name = fmt::format("ludex {}", command.name);
  CLI::App app{std::string(command.summary), name};
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_help_flag("-h,--help", "this text");
  app.option_defaults()->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  const OptionValues options(command, app);
  std::ranges::reverse(arguments);  // as CLI11 takes them
  std::string trouble;
  try {
    app.parse(std::move(arguments));
  } catch (const CLI::CallForHelp&) {
    return print(app.help());
  } catch (const CLI::ExtrasError&) {
    trouble = describe_extras(app);
  } catch (const CLI::ParseError& error) {
    trouble = error.what();
  }
  if (!trouble.empty()) {
    throw UsageError(
        fmt::format("{} '{} --help'", trouble + (trouble.ends_with('?') ? " See" : "; see"), name));
  }
  return command.run(options);
}

ExitStatus run(Arguments arguments) {
  if (arguments.empty()) throw UsageError("a command is missing; see 'ludex --help'");
  const std::string first = arguments.front();
  arguments.erase(arguments.begin());
  if (first == "--version") return print("ludex " LUDEX_VERSION "\n");
  if (first == "--help" || first == "-h" || (first == "help" && arguments.empty())) {
    return print(general_help());
  }
  if (first == "help") return run_command(get_command(arguments.front()), {"--help"});
  return run_command(get_command(first), std::move(arguments));
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
    return fail(kUsage, with_option_names(error.what()));
  } catch (const std::bad_alloc&) {
    return fail(kFailed, "out of memory");
  } catch (const std::exception& error) {
    return fail(kFailed, with_option_names(error.what()));
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
