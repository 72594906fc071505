#pragma once

#include "ludex/check.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ludex::cli {

/// What a shell sees when the program ends.
enum ExitStatus : int {
  kDone = 0,
  kNothingFound = 1,  ///< nothing matched; for `check`: something is wrong with a record
  kUsage = 2,         ///< wrong command line, or a malformed position, date or filter
  kFailed = 3,        ///< in whole, or for one source or member
};

/// What an option takes.
enum class OptionType {
  operand,        ///< by its place, required
  operands,       ///< one or more of them
  more_operands,  ///< any number of them
  flag,
  yes_no,  ///< a flag that can be negated: --no-NAME
  text,
  texts,  ///< repeatable
  list,   ///< repeatable, and several between commas
  whole,  ///< a whole number
  number,
  columns,   ///< stands for the filters over columns: of "names" or of "numbers"
  versions,  ///< stands for an option for each format that is written in several versions
};

/// An option or an operand of a command. The parser and its help are made from these.
struct OptionSpec {
  OptionType type;
  std::string_view names;        ///< "-f,--format", "DATABASE"
  std::string_view placeholder;  ///< what help shows in place of its value
  /// One line. {formats}, {export_formats}, {win_by} and {kinds} stand for lists of words.
  std::string_view meaning;
  std::string_view field = {};  ///< what it sets, as the library's errors name it
  std::int64_t least = 0;       ///< of a number
  std::int64_t most = 0;        ///< of a number
  std::string_view words = {};  ///< all that a text may be, commas between them; empty: anything
  [[nodiscard]] std::string_view long_name() const {  ///< "--format", "DATABASE"
    const std::size_t comma = names.find(',');
    return comma == std::string_view::npos ? names : names.substr(comma + 1);
  }
};

/// A filter of games: an option of every command that takes games. `field` is one of Query::set().
struct FilterSpec : OptionSpec {
  bool about_players = false;  ///< in a rating list it chooses rows, not games
  bool selects = true;         ///< by itself: says which games are meant
};

class OptionValues;

struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line of `ludex --help`
  std::string_view footer;   ///< what else is to be known, and examples
  std::span<const OptionSpec> options;
  bool has_filters = false;
  ExitStatus (*run)(const OptionValues& options);
};

/// In the order of `ludex --help`.
[[nodiscard]] std::span<const Command> all_commands();
[[nodiscard]] std::span<const FilterSpec> all_filters();

/// The line around a finding of `check` and a caret below its place, each indented and ended by a
/// line feed: about 60 columns, harmless for a terminal. Empty where the line is.
[[nodiscard]] std::string excerpt(const CheckFinding& finding);

/// Where a part of what `export` writes goes: `{}` in the pattern is replaced; a pattern with an
/// ending gets
/// `-NAME` before it, as games-1996.sgf.gz; every other one, and one that is a folder already, is a
/// folder that gets `NAME.EXTENSION`, `games.EXTENSION` where both are the same.
[[nodiscard]] std::string split_path(const std::string& pattern, std::string_view name,
                                     std::string_view extension);

ExitStatus run_index(const OptionValues& options);
ExitStatus run_find(const OptionValues& options);
ExitStatus run_explore(const OptionValues& options);
ExitStatus run_show(const OptionValues& options);
ExitStatus run_export(const OptionValues& options);
ExitStatus run_stats(const OptionValues& options);
ExitStatus run_duplicates(const OptionValues& options);
ExitStatus run_alias(const OptionValues& options);
ExitStatus run_check(const OptionValues& options);
ExitStatus run_info(const OptionValues& options);
ExitStatus run_rejects(const OptionValues& options);
ExitStatus run_remove(const OptionValues& options);
ExitStatus run_compact(const OptionValues& options);
ExitStatus run_sql(const OptionValues& options);

}  // namespace ludex::cli
