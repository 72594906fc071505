#include "manual/generator/page.hpp"

#include "options/command_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <stdexcept>
#include <tuple>
#include <utility>

namespace ludex::manual {
namespace {

using options::CommandOption;
using options::CommandSpec;
using options::OptionType;

const CommandSpec* find_command(std::string_view page) {
  constexpr std::string_view kPrefix = "ludex-";
  if (!page.starts_with(kPrefix)) return nullptr;
  const auto commands = options::all_commands();
  const auto found = std::ranges::find(commands, page.substr(kPrefix.size()), &CommandSpec::name);
  return found == commands.end() ? nullptr : &*found;
}

/// Options in a text of the tables are shown as in the prose: `--player`.
std::string marked(std::string_view meaning) {
  std::string text;
  while (!meaning.empty()) {
    const std::size_t at = std::min(meaning.find("--"), meaning.size());
    text += escaped_markdown(meaning.substr(0, at));
    meaning.remove_prefix(at);
    const std::size_t end =
        std::min(meaning.find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), meaning.size());
    if (end > 2) text += fmt::format("`{}`", meaning.substr(0, end));
    if (end <= 2) text += meaning.substr(0, end);
    meaning.remove_prefix(end);
  }
  return text;
}

/// The meaning as a sentence. A list of values keeps its small letters, and so does a word before
/// a colon: "text, csv", "svg: light or dark".
std::string sentence(const CommandSpec& command, const CommandOption& option) {
  std::string text(option.spec.meaning);
  if (text.empty()) return text;
  const std::size_t end = text.find_first_of(" :");
  const bool is_list =
      options::known_values(command, option).kind == options::KnownValues::Kind::words;
  const bool is_lead = end != std::string::npos && text[end] == ':';
  if (!is_list && !is_lead) {
    text[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(text[0])));
  }
  text = marked(text);
  if (text.back() != '.') text += '.';
  return text;
}

std::string names_of(const CommandOption& option) {
  std::string names;
  if (!option.letter().empty()) names = fmt::format("**{}**, ", option.letter());
  const std::string name(option.spec.long_name());
  if (option.spec.type == OptionType::yes_no) {
    names += fmt::format("**--[no-]{}**", name.substr(2));
  } else if (option.is_operand()) {
    const auto shown =
        option.spec.placeholder.empty() ? name : std::string(option.spec.placeholder);
    return fmt::format("*{}*", escaped_markdown(shown));
  } else {
    names += fmt::format("**{}**", name);
  }
  if (!option.spec.placeholder.empty()) {
    names += fmt::format(" *{}*", escaped_markdown(option.spec.placeholder));
  }
  return names;
}

std::string synopsis(const CommandSpec& command) {
  std::string line = fmt::format("**ludex {}** \\[*OPTION*...]", command.name);
  for (const CommandOption& option : options::options_of(command)) {
    if (!option.is_operand()) continue;
    std::string operand = names_of(option);
    if (option.spec.type != OptionType::operand) operand += "...";
    if (option.spec.type == OptionType::more_operands) operand = "\\[" + operand + "]";
    line += ' ' + operand;
  }
  return line;
}

/// The prose of each option: what stands below `### --format`.
using OptionProse = std::map<std::string, std::vector<Block>>;

/// Takes the subsections of OPTIONS out of the blocks. The section and its first paragraphs stay.
OptionProse take_option_prose(std::vector<Block>& blocks) {
  OptionProse prose;
  std::vector<Block> kept;
  std::string section, option;
  for (Block& block : blocks) {
    if (block.kind == Block::Kind::section) section = block.text;
    if (block.kind == Block::Kind::section || section != "OPTIONS") option.clear();
    if (block.kind == Block::Kind::subsection && section == "OPTIONS") {
      option = block.text;
      prose[option];
    } else if (option.empty()) {
      kept.push_back(std::move(block));
    } else {
      prose[option].push_back(std::move(block));
    }
  }
  blocks = std::move(kept);
  return prose;
}

Block definitions_of(const CommandSpec& command, std::span<const CommandOption* const> listed,
                     OptionProse& prose) {
  Block block{.kind = Block::Kind::definitions};
  for (const CommandOption* option : listed) {
    Definition definition{names_of(*option),
                          {{.kind = Block::Kind::paragraph, .text = sentence(command, *option)}}};
    if (const auto more = prose.find(std::string(option->spec.long_name())); more != prose.end()) {
      std::ranges::move(more->second, std::back_inserter(definition.body));
      prose.erase(more);
    }
    block.definitions.push_back(std::move(definition));
  }
  if (!prose.empty()) {
    throw std::runtime_error(fmt::format("OPTIONS: there is no option {}", prose.begin()->first));
  }
  return block;
}

std::vector<const CommandOption*> own_options(const CommandSpec& command) {
  std::vector<const CommandOption*> own;
  for (const CommandOption& option : options::options_of(command)) {
    if (option.filter == nullptr) own.push_back(&option);
  }
  return own;
}

std::vector<const CommandOption*> filters() {
  std::vector<const CommandOption*> filters;
  for (const CommandOption& option : options::options_of(options::get_command("find"))) {
    if (option.filter != nullptr) filters.push_back(&option);
  }
  return filters;
}

/// One paragraph with the names of all filters; ludex-filters(7) describes them.
std::vector<Block> filter_section() {
  std::string names;
  for (const CommandOption* option : filters()) {
    std::string name = names_of(*option);
    const std::size_t blank = name.find(' ');
    if (blank != std::string::npos) name.replace(blank, 1, "\u00A0");
    names += (names.empty() ? "" : ", ") + name;
  }
  return {{.kind = Block::Kind::section, .text = "FILTERS"},
          {.kind = Block::Kind::paragraph,
           .text = "These options choose games. All that are given must hold. ludex-filters(7) "
                   "describes them."},
          {.kind = Block::Kind::paragraph, .text = names + "."}};
}

/// Puts blocks after the section OPTIONS, or before the first of the sections that follow it.
void insert_options(std::vector<Block>& blocks, std::vector<Block> options) {
  static const std::set<std::string> kLater = {"EXAMPLES", "EXIT STATUS", "FILES", "ENVIRONMENT",
                                               "SEE ALSO"};
  const auto is_options = [](const Block& block) {
    return block.kind == Block::Kind::section && block.text == "OPTIONS";
  };
  auto place = std::ranges::find_if(blocks, is_options);
  if (place != blocks.end()) {
    const auto is_section = [](const Block& block) { return block.kind == Block::Kind::section; };
    place = std::find_if(place + 1, blocks.end(), is_section);
  } else {
    options.insert(options.begin(), {.kind = Block::Kind::section, .text = "OPTIONS"});
    place = std::ranges::find_if(blocks, [&](const Block& block) {
      return block.kind == Block::Kind::section && kLater.contains(block.text);
    });
  }
  blocks.insert(place, std::make_move_iterator(options.begin()),
                std::make_move_iterator(options.end()));
}

void join_command(Page& page, const CommandSpec& command) {
  OptionProse prose = take_option_prose(page.blocks);
  std::vector<Block> options{definitions_of(command, own_options(command), prose)};
  options.back().definitions.push_back(
      {"**-h**, **--help**",
       {{.kind = Block::Kind::paragraph, .text = "Print a short help text."}}});
  if (command.has_filters) std::ranges::move(filter_section(), std::back_inserter(options));
  insert_options(page.blocks, std::move(options));
  std::vector<Block> head{{.kind = Block::Kind::section, .text = "SYNOPSIS"},
                          {.kind = Block::Kind::paragraph, .text = synopsis(command)}};
  page.blocks.insert(page.blocks.begin(), std::make_move_iterator(head.begin()),
                     std::make_move_iterator(head.end()));
}

std::string read_text(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// "Add game records to a database." as the title of a page: "add game records to a database".
std::string title_of(std::string_view summary) {
  std::string title(summary);
  if (title.ends_with('.')) title.pop_back();
  title[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(title[0])));
  return title;
}

}  // namespace

Page read_page(const std::filesystem::path& file) {
  Page page;
  page.name = file.stem().stem().string();
  page.section = file.stem().extension().string();
  if (!page.section.empty()) page.section.erase(0, 1);
  const std::string text = read_text(file);
  const std::string_view first = std::string_view(text).substr(0, text.find('\n'));
  if (!first.starts_with("# ")) throw std::runtime_error("line 1: a title is missing");
  page.title = first.substr(2);
  page.blocks = parse_markdown(std::string_view(text).substr(first.size()));
  const CommandSpec* const command = find_command(page.name);
  if (page.section == "1" && command != nullptr) {
    page.title = title_of(command->summary);
    join_command(page, *command);
  } else if (page.name == "ludex-filters") {
    OptionProse prose = take_option_prose(page.blocks);
    insert_options(page.blocks, {definitions_of(options::get_command("find"), filters(), prose)});
  }
  return page;
}

std::vector<Page> read_pages(const std::filesystem::path& folder) {
  std::vector<Page> pages;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".md") continue;
    try {
      pages.push_back(read_page(entry.path()));
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(fmt::format("{}: {}", entry.path().string(), error.what()));
    }
  }
  const auto rank = [](const Page& page) {
    const CommandSpec* const command = page.section == "1" ? find_command(page.name) : nullptr;
    const auto place = command == nullptr ? -1 : command - options::all_commands().data();
    return std::tuple(page.section.empty() ? "8" : page.section, place, page.name);
  };
  std::ranges::sort(pages, {}, rank);
  return pages;
}

}  // namespace ludex::manual
