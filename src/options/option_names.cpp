#include "options/option_table.hpp"

#include "ludex/export.hpp"
#include "ludex/query.hpp"
#include "ludex/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

namespace ludex::options {

const CommandSpec& get_command(std::string_view name) {
  return *std::ranges::find(all_commands(), name, &CommandSpec::name);
}

std::string with_dashes(std::string_view field) {
  std::string name = "--" + std::string(field);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string option_of(std::string_view field) {
  if (field.empty()) return {};
  for (const FilteredColumn& column : filtered_columns()) {
    if (column.field == field) return with_dashes(field);
  }
  for (const RecordFormat& format : record_formats()) {
    if (field == fmt::format("{}_version", format.name)) return with_dashes(field);
  }
  for (const FilterSpec& filter : all_filters()) {
    if (filter.field == field) return std::string(filter.long_name());
  }
  for (const CommandSpec& command : all_commands()) {
    for (const OptionSpec& option : command.options) {
      if (option.field == field) return std::string(option.long_name());
    }
  }
  return {};
}

std::vector<std::string> split_words(std::string_view words) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= words.size();) {
    if (begin < words.size() && words[begin] == ' ') ++begin;
    const std::size_t end = std::min(words.find(',', begin), words.size());
    list.emplace_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

std::string filled_in(std::string_view meaning) {
  std::string text(meaning);
  if (text.find('{') == std::string::npos) return text;
  const auto fill = [&](std::string_view mark, const std::string& words) {
    const std::size_t place = text.find(mark);
    if (place != std::string::npos) text.replace(place, mark.size(), words);
  };
  std::vector<std::string_view> formats;
  for (const RecordFormat& format : record_formats()) formats.push_back(format.name);
  fill("{formats}", fmt::format("{}", fmt::join(formats, ", ")));
  fill("{export_formats}", fmt::format("{}", fmt::join(export_formats(), ", ")));
  fill("{win_by}", kWinByWords.list());
  fill("{kinds}", kGameKindWords.list());
  return text;
}

namespace {

std::string with_names(std::string_view message, std::string_view dashes) {
  std::string text;
  if (message.starts_with("position: ") || message.starts_with("pattern: ")) text = dashes;
  while (!message.empty()) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    if (close == std::string_view::npos) break;
    const std::string option = option_of(message.substr(open + 1, close - open - 1));
    const std::size_t end = option.empty() ? close : close + 1;
    text += option.empty() ? message.substr(0, end) : message.substr(0, open);
    text += option.starts_with("--") ? std::string(dashes) + option.substr(2) : option;
    message.remove_prefix(end);
  }
  return text.append(message);
}

}  // namespace

std::string with_option_names(std::string_view message) { return with_names(message, "--"); }

std::string with_parameter_names(std::string_view message) { return with_names(message, ""); }

}  // namespace ludex::options
