#include "manual/generator/completion.hpp"
#include "options/command_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace ludex::manual {
namespace {

using options::CommandOption;
using options::CommandSpec;
using options::KnownValues;

// The word before the cursor is completed by what stands before it. `=` is a word of its own for
// bash, and so `--format=t` are three.
constexpr std::string_view kHead =
    R"(# Completion of ludex(1) for bash. Made from the tables of options.

_ludex() {
  local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]}
  if [[ $current == = ]]; then
    current=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD-2]}
  fi
  local command= operands=0 i
  for ((i = 1; i < COMP_CWORD; ++i)); do
    local word=${COMP_WORDS[i]}
    if [[ -z $command ]]; then
      command=$word
    elif [[ $word == = ]]; then
      ((++i))
    elif [[ $word == -?* ]]; then
      if _ludex_takes_value "$command" "$word" && [[ ${COMP_WORDS[i+1]} != = ]]; then ((++i)); fi
    else
      ((++operands))
    fi
  done
  COMPREPLY=()
  if [[ -z $command ]]; then
    _ludex_words "@COMMANDS@ help --help --version"
  elif [[ $command == help ]]; then
    _ludex_words "@COMMANDS@"
  elif _ludex_takes_value "$command" "$before"; then
    _ludex_value "$command" "$before"
  elif [[ $current == -* ]]; then
    _ludex_words "$(_ludex_options "$command") --help"
  else
    _ludex_value "$command" "$operands"
  fi
}

# Offers those of some words that go on with the current one.
_ludex_words() {
  mapfile -t COMPREPLY < <(compgen -W "$1" -- "$current")
}

# The same where the current word is a list: what stands before the last comma stays.
_ludex_list() {
  local given=${current%"${current##*,}"}
  mapfile -t COMPREPLY < <(compgen -P "$given" -W "$1" -- "${current##*,}")
  compopt -o nospace
}

_ludex_files() {
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "$current")
}

)";

constexpr std::string_view kTail = R"(
complete -F _ludex ludex
)";

std::string command_names() {
  std::vector<std::string_view> names;
  for (const CommandSpec& command : options::all_commands()) names.push_back(command.name);
  return fmt::format("{}", fmt::join(names, " "));
}

std::string names_between(const CommandOption& option, std::string_view separator) {
  std::vector<std::string> names = option.long_names();
  if (!option.letter().empty()) names.insert(names.begin(), std::string(option.letter()));
  return fmt::format("{}", fmt::join(names, separator));
}

/// _ludex_takes_value COMMAND OPTION: succeeds where the next word is its value.
std::string value_function() {
  std::string out = "_ludex_takes_value() {\n  case \"$1 $2\" in\n";
  for (const CommandSpec& command : options::all_commands()) {
    std::string patterns;
    for (const CommandOption& option : options::options_of(command)) {
      if (option.is_operand() || !option.takes_value()) continue;
      patterns += fmt::format("{}'{} {}'", patterns.empty() ? "" : "|", command.name,
                              option.spec.long_name());
      if (!option.letter().empty())
        patterns += fmt::format("|'{} {}'", command.name, option.letter());
    }
    if (!patterns.empty()) out += fmt::format("    {}) return 0 ;;\n", patterns);
  }
  return out + "  esac\n  return 1\n}\n\n";
}

/// _ludex_options COMMAND: prints its options.
std::string options_function() {
  std::string out = "_ludex_options() {\n  case $1 in\n";
  for (const CommandSpec& command : options::all_commands()) {
    std::string names;
    for (const CommandOption& option : options::options_of(command)) {
      if (!option.is_operand()) names += ' ' + names_between(option, " ");
    }
    out += fmt::format("    {}) echo{} ;;\n", command.name, names);
  }
  return out + "  esac\n}\n\n";
}

std::string action_of(const KnownValues& values) {
  switch (values.kind) {
    case KnownValues::Kind::files:
      return "_ludex_files";
    case KnownValues::Kind::words:
      return fmt::format("{} \"{}\"", values.several ? "_ludex_list" : "_ludex_words",
                         fmt::join(values.words, " "));
    default:
      return {};
  }
}

/// _ludex_value COMMAND OPTION, or COMMAND and the number of an operand: offers values.
std::string offer_function() {
  std::string out = "_ludex_value() {\n  case \"$1 $2\" in\n";
  for (const CommandSpec& command : options::all_commands()) {
    int operands = 0;
    for (const CommandOption& option : options::options_of(command)) {
      const std::string action = action_of(options::known_values(command, option));
      std::string pattern = fmt::format("'{} {}'", command.name, option.spec.long_name());
      if (!option.letter().empty())
        pattern += fmt::format("|'{} {}'", command.name, option.letter());
      if (option.is_operand()) {
        const bool is_last = option.spec.type != options::OptionType::operand;
        pattern = is_last ? fmt::format("'{} '*[0-9]", command.name)
                          : fmt::format("'{} {}'", command.name, operands);
        ++operands;
      }
      if (!action.empty()) out += fmt::format("    {}) {} ;;\n", pattern, action);
    }
  }
  return out + "  esac\n}\n";
}

}  // namespace

std::string bash_completion() {
  std::string head(kHead);
  for (std::size_t at = head.find("@COMMANDS@"); at != std::string::npos;
       at = head.find("@COMMANDS@")) {
    head.replace(at, 10, command_names());
  }
  return head + value_function() + options_function() + offer_function() + std::string(kTail);
}

}  // namespace ludex::manual
