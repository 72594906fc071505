#include "options/command_options.hpp"

#include "ludex/export.hpp"
#include "ludex/query.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <deque>
#include <map>
#include <utility>

namespace ludex::options {
namespace {

/// Expands the options of one command.
class OptionExpander {
 public:
  /// \param texts  owns the generated texts
  explicit OptionExpander(std::deque<std::string>& texts) : texts_(texts) {}

  void add(const OptionSpec& spec, const FilterSpec* filter) {
    if (spec.type == OptionType::columns) return add_columns(spec, filter);
    if (spec.type == OptionType::versions) return add_versions(spec);
    OptionSpec filled = spec;
    filled.meaning = kept(filled_in(spec.meaning));
    filled.offered = kept(filled_in(spec.offered));
    options_.push_back({filled, filter});
  }
  [[nodiscard]] std::vector<CommandOption> take() { return std::move(options_); }

 private:
  std::string_view kept(std::string text) { return texts_.emplace_back(std::move(text)); }

  void add_columns(const OptionSpec& spec, const FilterSpec* filter) {
    for (const FilteredColumn& column : filtered_columns()) {
      if ((column.kind == FilterKind::name) != (spec.names == "names")) continue;
      options_.push_back({{OptionType::text, kept(with_dashes(column.field)), spec.placeholder,
                           column.meaning, column.field},
                          filter});
    }
  }

  void add_versions(const OptionSpec& spec) {
    for (const RecordFormat& format : record_formats()) {
      if (format.versions.size() < 2) continue;
      const std::string_view meaning =
          kept(fmt::format(fmt::runtime(std::string(spec.meaning)), format.name,
                           fmt::join(format.versions, ", "), format.versions.front()));
      options_.push_back(
          {offering({OptionType::text, kept(fmt::format("--{}-version", format.name)),
                     spec.placeholder, meaning},
                    kept(fmt::format("{}", fmt::join(format.versions, ",")))),
           nullptr});
    }
  }

  std::deque<std::string>& texts_;
  std::vector<CommandOption> options_;
};

std::map<std::string_view, std::vector<CommandOption>> expand_all() {
  static std::deque<std::string> texts;
  std::map<std::string_view, std::vector<CommandOption>> all;
  for (const CommandSpec& command : all_commands()) {
    OptionExpander expander(texts);
    for (const OptionSpec& spec : command.options) expander.add(spec, nullptr);
    if (command.has_filters) {
      for (const FilterSpec& spec : all_filters()) expander.add(spec, &spec);
    }
    all.emplace(command.name, expander.take());
  }
  return all;
}

}  // namespace

std::string_view CommandOption::letter() const {
  const std::size_t comma = spec.names.find(',');
  return comma == std::string_view::npos ? std::string_view() : spec.names.substr(0, comma);
}

std::vector<std::string> CommandOption::long_names() const {
  const std::string name(spec.long_name());
  if (spec.type != OptionType::yes_no) return {name};
  return {name, "--no-" + name.substr(2)};
}

bool CommandOption::takes_value() const {
  return spec.type != OptionType::flag && spec.type != OptionType::yes_no;
}

std::span<const CommandOption> options_of(const CommandSpec& command) {
  static const auto all = expand_all();
  return all.at(command.name);
}

}  // namespace ludex::options
