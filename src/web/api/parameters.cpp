#include "web/api/parameters.hpp"

#include "options/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <mutex>

namespace ludex::web {
namespace {

using options::OptionSpec;
using options::OptionType;

std::string bare(std::string_view long_name) {
  return std::string(long_name.starts_with("--") ? long_name.substr(2) : long_name);
}

ParameterSpec to_parameter(const OptionSpec& option) {
  ParameterSpec spec;
  spec.name = bare(option.long_name());
  spec.type = option.type;
  spec.meaning = options::filled_in(option.meaning);
  spec.meaning.resize(
      std::min(spec.meaning.size(), spec.meaning.find("; @FILE")));  // not read here
  spec.field = option.field;
  spec.min = option.min;
  spec.max = option.max;
  return spec;
}

bool is_named_in(std::string_view words, std::string_view name) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (words.substr(0, end) == name) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

void add_filters(std::vector<ParameterSpec>& specs) {
  for (const options::FilterSpec& filter : options::all_filters()) {
    if (filter.type != OptionType::columns) {
      specs.push_back(to_parameter(filter));
      specs.back().is_filter = true;
      continue;
    }
    for (const FilteredColumn& column : filtered_columns()) {
      if ((column.kind == FilterKind::name) != (filter.names == "names")) continue;
      ParameterSpec& spec = specs.emplace_back();
      spec.name = bare(options::with_dashes(column.field));
      spec.meaning = column.meaning;
      spec.field = column.field;
      spec.is_filter = true;
    }
  }
}

std::vector<ParameterSpec> collect(const Route& route) {
  std::vector<ParameterSpec> specs;
  if (!route.command.empty()) {
    for (const OptionSpec& option : options::get_command(route.command).options) {
      if (is_named_in(route.taken, bare(option.long_name()))) specs.push_back(to_parameter(option));
    }
  }
  for (const OptionSpec& option : route.own) {
    specs.push_back(to_parameter(option));
    specs.back().is_own = true;
    specs.back().is_filter = !option.field.empty();
  }
  if (route.takes_filters) add_filters(specs);
  return specs;
}

bool may_repeat(const ParameterSpec& spec) {
  return spec.type == OptionType::texts || spec.type == OptionType::list;
}

template <class Number>
std::optional<Number> parse(std::string_view text) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

template <class Number>
bool lies_between(std::string_view text, const ParameterSpec& spec) {
  const auto number = parse<Number>(text);
  return number && *number >= static_cast<Number>(spec.min) &&
         *number <= static_cast<Number>(spec.max);
}

[[noreturn]] void refuse(const ParameterSpec& spec, const std::string& why) {
  throw ApiError(400, "bad_parameter", fmt::format("{}: {}", spec.name, why), spec.name);
}

void check_value(const ParameterSpec& spec, std::string_view value) {
  if (spec.type == OptionType::flag && !value.empty() && value != "1") {
    refuse(spec, fmt::format("'{}': give a flag no value, or 1", value));
  }
  const bool is_number = spec.type == OptionType::whole    ? lies_between<std::int64_t>(value, spec)
                         : spec.type == OptionType::number ? lies_between<double>(value, spec)
                                                           : true;
  if (!is_number) {
    refuse(spec, fmt::format("'{}' is not a {}number from {} to {}", value,
                             spec.type == OptionType::whole ? "whole " : "", spec.min, spec.max));
  }
  // On a command line these name standard input and files.
  const bool is_file = spec.field == "id" && value.starts_with('@');
  if (spec.is_filter && (value == "-" || is_file)) {
    refuse(spec, fmt::format("'{}': files and standard input are not read here", value));
  }
}

}  // namespace

const std::vector<ParameterSpec>& parameters_of(const Route& route) {
  static std::mutex mutex;
  static std::map<std::string_view, std::vector<ParameterSpec>> known;
  const std::lock_guard lock(mutex);
  auto& specs = known[route.path];
  if (specs.empty()) specs = collect(route);
  return specs;
}

Parameters::Parameters(const Route& route, const std::vector<Field>& given) : route_(route) {
  const std::vector<ParameterSpec>& specs = parameters_of(route);
  for (const auto& [name, value] : given) {
    const auto spec = std::ranges::find(specs, name, &ParameterSpec::name);
    if (spec == specs.end()) {
      throw ApiError(400, "unknown_parameter",
                     fmt::format("'{}' is not a parameter of {}", name, route.path), name);
    }
    check_value(*spec, value);
    if (!may_repeat(*spec) && text(name)) refuse(*spec, "was given twice");
    given_.push_back({&*spec, value});
  }
}

std::optional<std::string> Parameters::text(std::string_view name) const {
  for (const Given& one : given_) {
    if (one.spec->name == name) return one.value;
  }
  return std::nullopt;
}

std::vector<std::string> Parameters::texts(std::string_view name) const {
  std::vector<std::string> values;
  for (const Given& one : given_) {
    if (one.spec->name != name) continue;
    std::string_view rest = one.value;
    if (one.spec->type == OptionType::list) {
      for (std::size_t comma = rest.find(','); comma != std::string_view::npos;
           comma = rest.find(',')) {
        values.emplace_back(rest.substr(0, comma));
        rest.remove_prefix(comma + 1);
      }
    }
    values.emplace_back(rest);
  }
  return values;
}

std::optional<std::int64_t> Parameters::whole(std::string_view name) const {
  const auto given = text(name);
  return given ? parse<std::int64_t>(*given) : std::nullopt;
}

std::optional<double> Parameters::number(std::string_view name) const {
  const auto given = text(name);
  return given ? parse<double>(*given) : std::nullopt;
}

Query Parameters::query() const {
  Query query;
  query.pattern_is_first = true;
  for (const auto& [spec, value] : given_) {
    if (!spec->is_filter) continue;
    if (spec->field == "position" && query.patterns.empty()) query.pattern_is_first = false;
    query.set(spec->field, spec->type == OptionType::flag ? "" : value);
  }
  check(query);
  return query;
}

std::string Parameters::command_line(std::string_view database) const {
  if (route_.command.empty()) return {};
  std::string line = fmt::format("ludex {} {}", route_.command, shell_word(database));
  for (const auto& [spec, value] : given_) {
    if (spec->is_own) continue;
    line += " --" + spec->name;
    if (spec->type == OptionType::flag) continue;
    line += value.starts_with('-') ? "=" + shell_word(value) : " " + shell_word(value);
  }
  return line;
}

std::string shell_word(std::string_view text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:,+@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(text);
  }
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

}  // namespace ludex::web
