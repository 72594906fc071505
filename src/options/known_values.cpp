#include "ludex/duplicates.hpp"
#include "ludex/explore.hpp"
#include "ludex/export.hpp"
#include "ludex/game.hpp"
#include "ludex/stats.hpp"
#include "options/command_options.hpp"

#include <algorithm>
#include <iterator>
#include <set>

namespace ludex::options {
namespace {

/// The source of the values of an option.
enum class From {
  files,
  stats_keys,
  stats_columns,
  game_columns,
  explore_columns,
  duplicate_columns,
};

struct Entry {
  std::string_view command;  ///< empty: every one
  std::string_view option;
  From from;
  bool several = false;
};

constexpr Entry kEntries[] = {
    {"stats", "--by", From::stats_keys, true},
    {"find", "--sort", From::game_columns, true},
    {"find", "--columns", From::game_columns, true},
    {"stats", "--sort", From::stats_columns, true},
    {"stats", "--columns", From::stats_columns, true},
    {"explore", "--sort", From::explore_columns, true},
    {"explore", "--columns", From::explore_columns, true},
    {"duplicates", "--columns", From::duplicate_columns, true},
    {"", "DATABASE", From::files},
    {"", "SOURCE", From::files},
    {"alias", "OPERAND", From::files},
    {"", "--source", From::files},
    {"", "--output", From::files},
    {"", "--token-file", From::files},
};

const Entry* find_entry(std::string_view command, std::string_view option) {
  const auto found = std::ranges::find_if(kEntries, [&](const Entry& entry) {
    return entry.option == option && (entry.command.empty() || entry.command == command);
  });
  return found == std::end(kEntries) ? nullptr : found;
}

std::vector<std::string> stats_columns() {
  const auto keys = stats_key_names();
  std::vector<std::string> names(keys.begin(), keys.end());
  std::ranges::move(stats_measure_names(), std::back_inserter(names));
  return names;
}

/// Those of positions and of patterns, of games with colors and without.
std::vector<std::string> explore_columns() {
  std::vector<std::string> names;
  for (const ExploredTable& table : {ExploredTable{}, {true, true}, {false, false}}) {
    for (std::string& name : table.columns()) {
      if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
    }
  }
  return names;
}

}  // namespace

KnownValues known_values(const CommandSpec& command, const CommandOption& option) {
  using Kind = KnownValues::Kind;
  if (!option.takes_value()) return {};
  if (!option.spec.words.empty()) return {Kind::words, split_words(option.spec.words)};
  if (!option.spec.offered.empty()) return {Kind::words, split_words(option.spec.offered)};
  const Entry* const entry = find_entry(command.name, option.spec.long_name());
  if (entry == nullptr) return {};
  const auto keys = stats_key_names();
  switch (entry->from) {
    case From::stats_keys:
      return {Kind::words, {keys.begin(), keys.end()}, entry->several};
    case From::stats_columns:
      return {Kind::words, stats_columns(), entry->several};
    case From::game_columns:
      return {Kind::words, game_columns(), entry->several};
    case From::explore_columns:
      return {Kind::words, explore_columns(), entry->several};
    case From::duplicate_columns:
      return {Kind::words, duplicate_columns(), entry->several};
    case From::files:
      break;
  }
  return {Kind::files};
}

}  // namespace ludex::options
