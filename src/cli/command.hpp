#pragma once

#include "cli/exit_status.hpp"

#include <CLI/CLI.hpp>

#include <functional>
#include <span>
#include <string_view>

namespace ludex::cli {

/// What is left of a command once its command line is read: does the work, gives the exit status.
using CommandRun = std::function<ExitStatus()>;

/// One command. `declare` adds its options to `app` and returns what to run after parsing; it opens
/// nothing.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< one line of `ludex --help`
  CommandRun (*declare)(CLI::App& app);
};

/// In the order of `ludex --help`.
[[nodiscard]] std::span<const Command> all_commands();

CommandRun declare_index(CLI::App& app);
CommandRun declare_find(CLI::App& app);
CommandRun declare_explore(CLI::App& app);
CommandRun declare_show(CLI::App& app);
CommandRun declare_export(CLI::App& app);
CommandRun declare_stats(CLI::App& app);
CommandRun declare_duplicates(CLI::App& app);
CommandRun declare_alias(CLI::App& app);
CommandRun declare_check(CLI::App& app);
CommandRun declare_info(CLI::App& app);
CommandRun declare_rejects(CLI::App& app);
CommandRun declare_remove(CLI::App& app);
CommandRun declare_compact(CLI::App& app);
CommandRun declare_sql(CLI::App& app);

}  // namespace ludex::cli
