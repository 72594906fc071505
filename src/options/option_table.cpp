#include "options/option_table.hpp"

#include "options/command_specs.hpp"

namespace ludex::options {

std::span<const CommandSpec> all_commands() {
  static const CommandSpec commands[] = {
      kIndexCommand,   kFindCommand,       kExploreCommand, kShowCommand,  kExportCommand,
      kStatsCommand,   kDuplicatesCommand, kAliasCommand,   kCheckCommand, kInfoCommand,
      kRejectsCommand, kRemoveCommand,     kCompactCommand, kSqlCommand,   kServeCommand,
      kMergeCommand,   kPublishCommand,
  };
  return commands;
}

}  // namespace ludex::options
