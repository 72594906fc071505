#include "cli/option_values.hpp"

#include "cli/human_text.hpp"
#include "cli/message.hpp"
#include "ludex/error.hpp"
#include "options/command_options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace ludex::cli {
namespace {

constexpr const char* kFilterGroup =
    "Filters; games must match all of them (NAME: a part of the name, =NAME: the whole name)";

/// A check that a number lies between two, which are allowed too. CLI::Range words its message in
/// each version in another way.
template <class Number>
std::function<std::string(const std::string&)> number_between(std::int64_t min, std::int64_t max,
                                                              const char* what) {
  return [min, max, what](const std::string& text) -> std::string {
    Number number{};
    std::istringstream in(text);
    const auto low = static_cast<Number>(min);
    const auto high = static_cast<Number>(max);
    if (in >> number && in.peek() == EOF && number >= low && number <= high) return {};
    return fmt::format("'{}' is not a {} from {} to {}", text, what, min, max);
  };
}

template <class Number>
Number number_of(const std::string& text) {
  Number number{};
  std::istringstream(text) >> number;
  return number;
}

std::function<std::string(const std::string&)> one_of(std::vector<std::string> words) {
  return [known = std::move(words)](const std::string& text) -> std::string {
    if (std::ranges::find(known, text) != known.end()) return {};
    return fmt::format("'{}' is not one of {}", text, fmt::join(known, ", "));
  };
}

std::string_view bare(std::string_view long_name) {
  return long_name.starts_with("--") ? long_name.substr(2) : long_name;
}

/// `show` takes these as well as the commands with filters.
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
  constexpr std::size_t kMaxBytes = 1024 * 1024;
  std::string text(kMaxBytes + 1, '\0');
  errno = 0;
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (!file.is_open() || file.bad()) {
    throw UsageError(fmt::format("`pattern` @{}: {}", path, std::strerror(errno)));
  }
  text.resize(static_cast<std::size_t>(file.gcount()));
  if (text.size() > kMaxBytes) {
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

OptionValues::OptionValues(const options::CommandSpec& command, CLI::App& app) : app_(app) {
  app.footer(fmt::format("Examples:\n{}\n\n'man ludex-{}' has the details and the exit status.\n",
                         command.examples, command.name));
  for (const options::CommandOption& option : options::options_of(command)) {
    add(app, option.spec, option.filter);
  }
}

void OptionValues::add(CLI::App& app, const OptionSpec& spec, const FilterSpec* filter) {
  Slot& slot = slots_.emplace_back();
  slot.type = spec.type;
  slot.name = bare(spec.long_name());
  slot.field = spec.field;
  slot.filter = filter;
  const std::string names(spec.names), meaning(spec.meaning);
  switch (spec.type) {
    case OptionType::flag:
      slot.repeats = true;
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
      slot.repeats = true;
      slot.option = app.add_option(names, slot.values, meaning);
      break;
    case OptionType::texts:
    case OptionType::list:
      slot.repeats = true;
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
  if (!spec.words.empty()) slot.option->check(one_of(options::split_words(spec.words)));
  if (spec.type == OptionType::whole) {
    slot.option->check(number_between<std::int64_t>(spec.min, spec.max, "whole number"));
  }
  if (spec.type == OptionType::number) {
    slot.option->check(number_between<double>(spec.min, spec.max, "number"));
  }
}

void OptionValues::check_counts() const {
  for (const Slot& slot : slots_) {
    const std::size_t times = count(slot);
    if (slot.repeats || times < 2) continue;
    throw UsageError(times == 2 ? fmt::format("--{} was given twice", slot.name)
                                : fmt::format("--{} was given {} times", slot.name, times));
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
  bool has_read_stdin = false;
  for (const Slot& slot : slots_) {
    const bool is_shown = std::ranges::find(kPatternFields, slot.field) != std::end(kPatternFields);
    if (slot.filter == nullptr && !is_shown) continue;
    for (const std::string& value : given(slot)) {
      const bool may_be_stdin =
          slot.field == "position" || slot.field == "pattern" || slot.field == "id";
      const bool from_stdin = may_be_stdin && value == "-";
      const bool from_file = slot.field == "pattern" && names_file(value);
      if (from_stdin && std::exchange(has_read_stdin, true)) {
        throw UsageError("`-` (standard input) may be given once per command");
      }
      const std::string text = from_stdin  ? read_stdin_text()
                               : from_file ? read_file_text(value.substr(1))
                                           : value;
      if (from_stdin && slot.field == "id" && text.empty()) {
        query.ids.emplace();  // a search that found nothing
      } else {
        query.set(slot.field, text);
      }
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

void report_silent(std::int64_t silent, const HandicapFilter& asked) {
  if (asked.or_none_set_up) {
    return print_message(
        fmt::format("{} left out: no handicap is recorded, and no positions would show it",
                    counted(silent, "game")));
  }
  const bool may_be_even = asked.stones.from <= 0 && asked.stones.to >= 0;
  print_message(
      fmt::format("{} without a known handicap left out{}", counted(silent, "game"),
                  may_be_even ? "; --handicap none includes those that set up no stones" : ""));
}

}  // namespace

RowLayout row_layout(const OptionValues& options, std::string_view others) {
  RowLayout layout;
  layout.format = parse_row_format(options.text("format", "text"), others);
  layout.columns = options.texts("columns");
  layout.wide = options.flag("wide");
  const std::string color = options.text("color", "auto");
  if (color == "always") layout.color = ColorChoice::always;
  if (color == "never") layout.color = ColorChoice::never;
  return layout;
}

std::optional<std::int64_t> row_limit(const OptionValues& options, const RowLayout& layout,
                                      const ByteOutput& output) {
  constexpr std::int64_t kTerminalRows = 40;
  if (const auto limit = options.whole("limit")) return *limit == 0 ? std::nullopt : limit;
  const bool for_people = is_for_people(layout.format) && output.is_terminal();
  return for_people ? std::optional(kTerminalRows) : std::nullopt;
}

Notation notation_of(const OptionValues& options, const RowLayout& layout) {
  if (const auto given = options.text("notation")) return parse_notation(*given);
  return is_for_people(layout.format) ? Notation::board : Notation::native;
}

std::chrono::seconds seconds_to_wait(const OptionValues& options) {
  return std::chrono::seconds(options.whole("wait").value_or(0));
}

PictureOptions picture_options(const OptionValues& options) {
  PictureOptions how;
  if (options.text("theme") == "dark") how.theme = PictureTheme::dark;
  if (options.text("pieces") == "latin") how.pieces = PieceSet::latin;
  if (const auto width = options.whole("width")) how.width = static_cast<int>(*width);
  how.coordinates = options.yes_no("coordinates").value_or(true);
  how.caption = options.yes_no("caption").value_or(true);
  return how;
}

void check_picture_options(std::string_view format, const OptionValues& options) {
  if (format == "svg") return;
  for (const char* const name : {"theme", "pieces", "width", "coordinates", "caption"}) {
    if (options.is_given(name)) throw UsageError(fmt::format("--{} needs --format svg", name));
  }
}

void report_notes(const std::vector<std::string>& notes) {
  for (const std::string& note : notes)
    print_message(options::with_option_names("`position`: " + note));
}

void report_left_out(const LeftOut& games, const Query& query) {
  if (games.undated > 0) {
    print_message(fmt::format("{} without a date left out", counted(games.undated, "game")));
  }
  if (games.silent > 0) report_silent(games.silent, *query.handicap);
  if (games.root_text > 0) {
    print_message(
        fmt::format("--text did not search the comments of moves in {}: they were indexed with "
                    "--no-comment-text or by an older version; remove their sources and index them "
                    "again to add them",
                    counted(games.root_text, "game")));
  }
  if (games.copies > 0) {
    print_message(
        fmt::format("--unique left out {}; 'ludex duplicates' with the same filters lists {}",
                    games.copies == 1 ? "1 copy" : grouped(games.copies) + " copies",
                    games.copies == 1 ? "it" : "them"));
  }
}

}  // namespace ludex::cli
