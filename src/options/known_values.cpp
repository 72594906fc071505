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
  meaning,
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
    {"", "--format", From::meaning},
    {"", "--color", From::meaning},
    {"", "--notation", From::meaning},
    {"", "--game", From::meaning},
    {"", "--kind", From::meaning},
    {"", "--win-by", From::meaning},
    {"", "--outcome", From::meaning},
    {"", "--mover", From::meaning},
    {"", "--computer", From::meaning},
    {"", "--at", From::meaning},
    {"", "--csa-version", From::meaning},
    {"", "--split-by", From::meaning},
    {"alias", "ACTION", From::meaning},
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

std::string without_parentheses(std::string_view text) {
  std::string bare;
  int depth = 0;
  for (const char c : text) {
    depth += c == '(' ? 1 : 0;
    if (depth == 0) bare += c;
    depth -= c == ')' ? 1 : 0;
  }
  return bare;
}

bool is_word(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  });
}

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  if (text.starts_with("or ")) text.remove_prefix(3);
  return text;
}

/// The words listed in a meaning: "text, csv, svg: a picture (default: text)" gives text, csv and
/// svg; "of --player: win, loss" gives win and loss; "sgf, csa: of records; json: of the summary"
/// gives sgf, csa and json.
std::vector<std::string> listed_words(std::string_view meaning) {
  constexpr std::string_view kOr = " or ";
  std::string bare = without_parentheses(meaning);
  for (std::size_t at = bare.find(kOr); at != std::string::npos; at = bare.find(kOr)) {
    bare.replace(at, kOr.size(), ", ");
  }
  std::string_view rest = bare;
  const std::size_t lead = rest.find(": ");
  if (lead < rest.find(", ")) rest.remove_prefix(lead + 2);
  std::vector<std::string> words;
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find_first_of(",;"), rest.size());
    std::string_view word = trimmed(rest.substr(0, end));
    const bool is_explained = word.find(": ") != std::string_view::npos;
    word = word.substr(0, word.find(": "));
    const bool is_letter = word == "B" || word == "W";
    if (is_word(word) || is_letter) words.emplace_back(word);
    const std::size_t next = is_explained ? std::min(rest.find(';'), rest.size()) : end;
    rest.remove_prefix(std::min(next + 1, rest.size()));
  }
  return words;
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
  const Entry* const entry = find_entry(command.name, option.spec.long_name());
  if (entry == nullptr) return {};
  const auto keys = stats_key_names();
  switch (entry->from) {
    case From::meaning:
      return {Kind::words, listed_words(option.spec.meaning), entry->several};
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
