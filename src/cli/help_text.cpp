#include "cli/help_text.hpp"

#include "cli/human_text.hpp"
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace ludex::cli {
namespace {

constexpr std::size_t kLineColumns = 96;  // the maximum, also without a terminal
constexpr std::size_t kMinColumns = 50;

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

}  // namespace

std::size_t help_columns() {
  const std::size_t columns = line_columns(STDOUT_FILENO);
  return columns == 0 ? kLineColumns : std::clamp(columns, kMinColumns, kLineColumns);
}

std::string entry(const std::string& names, const std::string& meaning,
                  std::size_t meaning_column) {
  std::string line = "  " + names;
  if (display_width(line) + 1 > meaning_column) line += '\n';
  const std::size_t used = line.ends_with('\n') ? 0 : display_width(line);
  line += std::string(meaning_column - used, ' ');
  return line + wrapped(meaning, help_columns() - meaning_column, meaning_column) + '\n';
}

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

std::shared_ptr<CLI::FormatterBase> make_help_formatter() {
  return std::make_shared<HelpFormatter>();
}

}  // namespace ludex::cli
