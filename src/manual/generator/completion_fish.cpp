#include "manual/generator/completion.hpp"
#include "options/command_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <string_view>

namespace ludex::manual {
namespace {

using options::CommandOption;
using options::CommandSpec;
using options::KnownValues;
using options::OptionType;

constexpr std::string_view kHead =
    R"(# Completion of ludex(1) for fish. Made from the tables of options.

# Succeeds where the first word after `ludex` is this command.
function __ludex_command
    set -l words (commandline -opc)
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end

# Succeeds where a command is expected: after `ludex` and `ludex help`.
function __ludex_wants_command
    set -l words (commandline -opc)
    test (count $words) -eq 1; or test "$words[2..]" = help
end

# Offers a list: what stands before the last comma stays.
function __ludex_list
    set -l given (string match -r '^(?:--[a-z-]+=)?(.*,)' -- (commandline -ct))[2]
    printf '%s\n' "$given"$argv
end

complete -c ludex -f
complete -c ludex -n __ludex_wants_command -l version -d 'Print the version'
complete -c ludex -n __ludex_wants_command -a help -d 'Print a short help text'
complete -c ludex -s h -l help -d 'Print a short help text'
)";

/// fish knows backslashes inside single quotes.
std::string fish_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string values_of(const KnownValues& values) {
  switch (values.kind) {
    case KnownValues::Kind::files:
      return " -r -F";
    case KnownValues::Kind::words:
      if (values.several)
        return fmt::format(" -x -a '(__ludex_list {})'", fmt::join(values.words, " "));
      return fmt::format(" -x -a '{}'", fmt::join(values.words, " "));
    default:
      return " -x";
  }
}

std::string operand_line(const CommandSpec& command, const CommandOption& option) {
  const KnownValues values = options::known_values(command, option);
  const std::string condition =
      fmt::format("complete -c ludex -n '__ludex_command {}'", command.name);
  if (values.kind == KnownValues::Kind::files) return condition + " -F\n";
  if (values.kind == KnownValues::Kind::words) {
    return fmt::format("{} -a '{}'\n", condition, fmt::join(values.words, " "));
  }
  return {};
}

std::string option_lines(const CommandSpec& command, const CommandOption& option) {
  std::string lines;
  for (const std::string& name : option.long_names()) {
    lines += fmt::format("complete -c ludex -n '__ludex_command {}' -l {}", command.name,
                         name.substr(2));
    if (!option.letter().empty()) lines += fmt::format(" -s {}", option.letter().substr(1));
    if (option.takes_value()) lines += values_of(options::known_values(command, option));
    lines += fmt::format(" -d {}\n", fish_quoted(brief(option.spec.meaning)));
  }
  return lines;
}

}  // namespace

std::string fish_completion() {
  std::string out(kHead);
  for (const CommandSpec& command : options::all_commands()) {
    out += fmt::format("\ncomplete -c ludex -n __ludex_wants_command -a {} -d {}\n", command.name,
                       fish_quoted(command.summary));
    for (const CommandOption& option : options::options_of(command)) {
      out += option.is_operand() ? operand_line(command, option) : option_lines(command, option);
    }
  }
  return out;
}

}  // namespace ludex::manual
