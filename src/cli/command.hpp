#pragma once

#include "ludex/check.hpp"
#include "options/option_table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ludex::cli {

using options::FilterSpec;
using options::OptionSpec;
using options::OptionType;

/// The exit status of the program.
enum ExitStatus : int {
  kDone = 0,
  kNothingFound = 1,  ///< nothing matched; for `check`: something is wrong with a record
  kUsage = 2,         ///< wrong command line, or a malformed position, date or filter
  kFailed = 3,        ///< in whole, or for one source or member
};

class OptionValues;

/// The line around a finding of `check` and a caret below its place, each indented and ended by a
/// line feed: about 60 columns, harmless for a terminal. Empty where the line is.
[[nodiscard]] std::string excerpt(const CheckFinding& finding);

/// Where a part of what `export` writes goes: `{}` in the pattern is replaced; a pattern with an
/// ending gets
/// `-NAME` before it, as games-1996.sgf.gz; every other one, and one that is a folder already, is a
/// folder that gets `NAME.EXTENSION`, `games.EXTENSION` where both are the same.
[[nodiscard]] std::string split_path(const std::string& pattern, std::string_view name,
                                     std::string_view extension);

/// True if `ludex alias` knows an action of this name.
[[nodiscard]] bool is_alias_action(std::string_view name);

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
ExitStatus run_merge(const OptionValues& options);
ExitStatus run_compact(const OptionValues& options);
ExitStatus run_publish(const OptionValues& options);
ExitStatus run_sql(const OptionValues& options);
ExitStatus run_serve(const OptionValues& options);

}  // namespace ludex::cli
