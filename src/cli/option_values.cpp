#include "cli/option_values.hpp"

#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "ludex/error.hpp"
#include "ludex/export.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>

namespace ludex::cli {
namespace {

constexpr const char* kFilterGroup =
    "Filters, which all hold (names: a part of it; =NAME: all of it)";

/// A check that a number lies between two, which are allowed too. CLI::Range words its message in
/// each version in another way.
template <class Number>
std::function<std::string(const std::string&)> number_between(std::int64_t least, std::int64_t most,
                                                              const char* what) {
  return [least, most, what](const std::string& text) -> std::string {
    Number number{};
    std::istringstream in(text);
    const auto low = static_cast<Number>(least);
    const auto high = static_cast<Number>(most);
    if (in >> number && in.peek() == EOF && number >= low && number <= high) return {};
    return fmt::format("'{}' is not a {} from {} to {}", text, what, least, most);
  };
}

template <class Number>
Number number_of(const std::string& text) {
  Number number{};
  std::istringstream(text) >> number;
  return number;
}

std::vector<std::string> split(std::string_view words) {
  std::vector<std::string> list;
  for (std::size_t begin = 0; begin <= words.size();) {
    const std::size_t end = std::min(words.find(',', begin), words.size());
    list.emplace_back(words.substr(begin, end - begin));
    begin = end + 1;
  }
  return list;
}

/// "--game-name" for the field game_name.
std::string with_dashes(std::string_view field) {
  std::string name = "--" + std::string(field);
  std::ranges::replace(name, '_', '-');
  return name;
}

std::string_view bare(std::string_view long_name) {
  return long_name.starts_with("--") ? long_name.substr(2) : long_name;
}

/// A meaning with the lists of words that it asks for.
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

/// `show` takes these beside the commands that have filters.
constexpr std::string_view kPatternFields[] = {"pattern", "at",          "region",     "hands",
                                               "links",   "orientation", "swap_colors"};

/// `@DIGITS:DIGITS` is a position.
bool names_file(std::string_view value) {
  if (!value.starts_with('@')) return false;
  const std::string_view name = value.substr(1);
  const std::size_t colon = name.find(':');
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  return colon == std::string_view::npos || !is_number(name.substr(0, colon)) ||
         !is_number(name.substr(colon + 1));
}

std::string read_file_text(const std::string& path) {
  constexpr std::size_t kMostBytes = 1024 * 1024;
  std::string text(kMostBytes + 1, '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {
    throw UsageError(fmt::format("`pattern` @{}: cannot read the file", path));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMostBytes) {
    throw UsageError(fmt::format("`pattern` @{}: a pattern is not larger than 1 MiB", path));
  }
  return text;
}

std::string read_stdin_text() {
  std::string text(std::istreambuf_iterator<char>(std::cin), {});
  text.erase(text.find_last_not_of(" \t\r\n") + 1);
  return text;
}

}  // namespace

OptionValues::OptionValues(const Command& command, CLI::App& app) : app_(app) {
  app.footer(std::string(command.footer));
  for (const OptionSpec& spec : command.options) add(app, spec, nullptr);
  if (!command.has_filters) return;
  for (const FilterSpec& spec : all_filters()) add(app, spec, &spec);
}

void OptionValues::add_columns(CLI::App& app, const FilterSpec& spec) {
  for (const FilteredColumn& column : filtered_columns()) {
    if ((column.kind == FilterKind::name) != (spec.names == "names")) continue;
    const std::string name = with_dashes(column.field);
    add(app, {OptionType::text, name, spec.placeholder, column.meaning, column.field}, &spec);
  }
}

void OptionValues::add_versions(CLI::App& app, const OptionSpec& spec) {
  for (const RecordFormat& format : record_formats()) {
    if (format.versions.size() < 2) continue;
    const std::string meaning =
        fmt::format(fmt::runtime(std::string(spec.meaning)), format.name,
                    fmt::join(format.versions, ", "), format.versions.front());
    const std::string name = fmt::format("--{}-version", format.name);
    add(app, {OptionType::text, name, spec.placeholder, meaning}, nullptr);
  }
}

void OptionValues::add(CLI::App& app, const OptionSpec& spec, const FilterSpec* filter) {
  if (spec.type == OptionType::columns) return add_columns(app, *filter);
  if (spec.type == OptionType::versions) return add_versions(app, spec);
  Slot& slot = slots_.emplace_back();
  slot.type = spec.type;
  slot.name = bare(spec.long_name());
  slot.field = spec.field;
  slot.filter = filter;
  const std::string names(spec.names), meaning = filled_in(spec.meaning);
  switch (spec.type) {
    case OptionType::flag:
      slot.option = app.add_flag(names, slot.is_on, meaning);
      break;
    case OptionType::yes_no:
      // Not a flag on the optional: CLI11 2.1 sets that where the flag is not given.
      slot.option = app.add_flag_function(
          fmt::format("{},!--no-{}", names, bare(spec.names)),
          [&slot](std::int64_t wanted) { slot.wanted = wanted > 0; }, meaning);
      break;
    case OptionType::operands:
    case OptionType::more_operands:
      slot.option = app.add_option(names, slot.values, meaning);
      break;
    case OptionType::texts:
    case OptionType::list:
      slot.option = app.add_option(names, slot.values, meaning)
                        ->allow_extra_args(false)
                        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
      if (spec.type == OptionType::list) slot.option->delimiter(',');
      break;
    default:
      slot.option = app.add_option(names, slot.value, meaning);
  }
  if (spec.type == OptionType::operand || spec.type == OptionType::operands) {
    slot.option->required();
  }
  if (!spec.placeholder.empty()) slot.option->option_text(std::string(spec.placeholder));
  if (filter != nullptr) slot.option->group(kFilterGroup);
  if (!spec.words.empty()) slot.option->check(CLI::IsMember(split(spec.words)));
  if (spec.type == OptionType::whole) {
    slot.option->check(number_between<std::int64_t>(spec.least, spec.most, "whole number"));
  }
  if (spec.type == OptionType::number) {
    slot.option->check(number_between<double>(spec.least, spec.most, "number"));
  }
}

std::size_t OptionValues::count(const Slot& slot) { return slot.option->count(); }

const OptionValues::Slot& OptionValues::get(std::string_view name) const {
  const auto found =
      std::ranges::find_if(slots_, [&](const Slot& slot) { return slot.name == name; });
  if (found == slots_.end()) throw std::logic_error(fmt::format("no option '{}'", name));
  return *found;
}

std::optional<std::string> OptionValues::text(std::string_view name) const {
  const Slot& slot = get(name);
  return count(slot) > 0 ? std::optional(slot.value) : std::nullopt;
}

std::string OptionValues::text(std::string_view name, std::string_view otherwise) const {
  return text(name).value_or(std::string(otherwise));
}

const std::vector<std::string>& OptionValues::texts(std::string_view name) const {
  return get(name).values;
}

std::optional<std::int64_t> OptionValues::whole(std::string_view name) const {
  const auto given = text(name);
  return given ? std::optional(number_of<std::int64_t>(*given)) : std::nullopt;
}

std::optional<double> OptionValues::number(std::string_view name) const {
  const auto given = text(name);
  return given ? std::optional(number_of<double>(*given)) : std::nullopt;
}

std::vector<std::string> OptionValues::given(const Slot& slot) {
  switch (slot.type) {
    case OptionType::flag:
      return std::vector<std::string>(slot.is_on ? 1 : 0);
    case OptionType::texts:
      return slot.values;
    default:
      return std::vector<std::string>(count(slot) > 0 ? 1 : 0, slot.value);
  }
}

Query OptionValues::query() const {
  Query query;
  for (const Slot& slot : slots_) {
    const bool is_shown = std::ranges::find(kPatternFields, slot.field) != std::end(kPatternFields);
    if (slot.filter == nullptr && !is_shown) continue;
    for (const std::string& value : given(slot)) {
      const bool is_board = slot.field == "position" || slot.field == "pattern";
      const bool from_stdin = is_board && value == "-";
      const bool from_file = slot.field == "pattern" && names_file(value);
      query.set(slot.field, from_stdin  ? read_stdin_text()
                            : from_file ? read_file_text(value.substr(1))
                                        : value);
    }
  }
  query.pattern_is_first = query.positions.empty() || comes_first("pattern", "position");
  check(query);
  return query;
}

bool OptionValues::comes_first(std::string_view name, std::string_view other) const {
  const auto& order = app_.parse_order();
  const auto place = [&](std::string_view which) {
    return std::ranges::find(order, get(which).option);
  };
  return place(name) < place(other);
}

bool OptionValues::asks_nothing(std::string_view but) const {
  return std::ranges::none_of(slots_, [&](const Slot& slot) {
    return slot.filter != nullptr && slot.filter->selects && count(slot) > 0 && slot.name != but;
  });
}

std::string OptionValues::given_filters(bool about_players) const {
  std::string text;
  for (const Slot& slot : slots_) {
    if (slot.filter == nullptr || slot.filter->about_players != about_players) continue;
    const bool is_flag = slot.type == OptionType::flag;
    for (const std::string& value : given(slot)) {
      text +=
          fmt::format("{}--{}{}", text.empty() ? "" : " ", slot.name, is_flag ? "" : " " + value);
    }
  }
  return text;
}

namespace {

/// The option that sets a field; empty if none does.
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
  for (const Command& command : all_commands()) {
    for (const OptionSpec& option : command.options) {
      if (option.field == field) return std::string(option.long_name());
    }
  }
  return {};
}

void report_silent(std::int64_t silent, const HandicapFilter& asked) {
  if (asked.or_none_set_up) {
    return print_message(
        fmt::format("{} left out: no handicap is written, and there are no positions to tell",
                    counted(silent, "game")));
  }
  const bool may_be_even = asked.stones.from <= 0 && asked.stones.to >= 0;
  print_message(fmt::format(
      "{} without a known handicap left out{}", counted(silent, "game"),
      may_be_even ? "; --handicap none takes those that write none and set up no stones" : ""));
}

}  // namespace

std::string with_option_names(std::string_view message) {
  std::string text;
  while (!message.empty()) {
    const std::size_t open = message.find('`');
    const std::size_t close = open == std::string_view::npos ? open : message.find('`', open + 1);
    if (close == std::string_view::npos) break;
    const std::string option = option_of(message.substr(open + 1, close - open - 1));
    const std::size_t end = option.empty() ? close : close + 1;
    text += option.empty() ? message.substr(0, end) : message.substr(0, open);
    text += option;
    message.remove_prefix(end);
  }
  return text.append(message);
}

void report_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes) print_message(with_option_names("`position`: " + note));
}

void report_left_out(const LeftOut& games, const Query& query) {
  if (games.undated > 0) {
    print_message(fmt::format("{} without a date left out", counted(games.undated, "game")));
  }
  if (games.silent > 0) report_silent(games.silent, *query.handicap);
  if (games.copies > 0) {
    print_message(fmt::format(
        "{} left out, since others stand for {}; 'ludex duplicates' with the same filters says "
        "which",
        counted(games.copies, "game"), games.copies == 1 ? "it" : "them"));
  }
}

}  // namespace ludex::cli
