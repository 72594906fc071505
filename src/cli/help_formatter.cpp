#include "cli/help_formatter.hpp"

#include "cli/human_text.hpp"

#include <fmt/format.h>

#include <vector>

namespace ludex::cli {

namespace {

constexpr std::size_t kMeaningColumn = 26;
constexpr std::size_t kLineColumns = 96;

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

}  // namespace

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

std::string HelpFormatter::make_help(const CLI::App* app, std::string name,
                                     CLI::AppFormatMode /*mode*/) const {
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

}  // namespace ludex::cli
