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

/// A text inside a specification of _arguments: brackets and colons are protected.
std::string in_specification(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string action_of(const KnownValues& values) {
  switch (values.kind) {
    case KnownValues::Kind::files:
      return "_files";
    case KnownValues::Kind::words:
      if (values.several)
        return fmt::format("_sequence compadd - {}", fmt::join(values.words, " "));
      return fmt::format("({})", fmt::join(values.words, " "));
    default:
      return {};
  }
}

bool repeats(OptionType type) { return type == OptionType::texts || type == OptionType::list; }

/// `'(-f --format)'{-f,--format=}'[what it does]:F:(text csv)'`
std::string specification(const CommandSpec& command, const CommandOption& option) {
  const std::string value = option.takes_value()
                                ? fmt::format(":{}:{}", in_specification(option.spec.placeholder),
                                              action_of(options::known_values(command, option)))
                                : std::string();
  const std::string meaning = fmt::format("[{}]", in_specification(brief(option.spec.meaning)));
  const std::string end = option.takes_value() ? "=" : "";
  const std::string name(option.spec.long_name());
  if (repeats(option.spec.type)) return quoted(fmt::format("*{}{}{}{}", name, end, meaning, value));
  if (option.letter().empty()) {
    const std::string negated = "--no-" + name.substr(2);
    if (option.spec.type != OptionType::yes_no) return quoted(name + end + meaning + value);
    return fmt::format("{} {}", quoted(fmt::format("({} {}){}{}", name, negated, name, meaning)),
                       quoted(fmt::format("({} {}){}{}", name, negated, negated, meaning)));
  }
  return fmt::format("{}{{{}{},{}{}}}{}", quoted(fmt::format("({} {})", option.letter(), name)),
                     option.letter(), option.takes_value() ? "+" : "", name, end,
                     quoted(meaning + value));
}

std::string operand_specification(const CommandSpec& command, const CommandOption& option) {
  const std::string name(option.spec.names);
  const bool is_last = option.spec.type != OptionType::operand;
  return quoted(fmt::format("{}:{}:{}", is_last ? "*" : "", name,
                            action_of(options::known_values(command, option))));
}

std::string commands() {
  std::string out;
  for (const CommandSpec& command : options::all_commands()) {
    out += fmt::format("    {}\n", quoted(fmt::format("{}:{}", command.name, command.summary)));
  }
  return out;
}

}  // namespace

std::string zsh_completion() {
  std::string out =
      "#compdef ludex\n"
      "# Completion of ludex(1) for zsh. Made from the tables of options.\n\n"
      "_ludex_commands() {\n  local -a commands=(\n" +
      commands() +
      "  )\n  _describe -t commands command commands\n}\n\n"
      "_ludex() {\n"
      "  local curcontext=$curcontext state line\n"
      "  typeset -A opt_args\n"
      "  _arguments -C '(- *)--help[print a short help text]' '(- *)--version[print the version]' "
      "\\\n"
      "    '1: :_ludex_commands' '*:: :->operands'\n"
      "  [[ $state == operands ]] || return\n"
      "  case $words[1] in\n"
      "    help) _arguments '1: :_ludex_commands' ;;\n";
  for (const CommandSpec& command : options::all_commands()) {
    out += fmt::format("    {})\n      _arguments -S", command.name);
    for (const CommandOption& option : options::options_of(command)) {
      out += " \\\n        " + (option.is_operand() ? operand_specification(command, option)
                                                    : specification(command, option));
    }
    out += " \\\n        '(- *)'{-h,--help}'[print a short help text]'\n      ;;\n";
  }
  return out + "  esac\n}\n\n_ludex \"$@\"\n";
}

}  // namespace ludex::manual
