#pragma once

#include "options/option_table.hpp"

namespace ludex::options {

// search_commands.cpp
extern const CommandSpec kFindCommand;
extern const CommandSpec kExploreCommand;
extern const CommandSpec kShowCommand;
extern const CommandSpec kExportCommand;
extern const CommandSpec kStatsCommand;
extern const CommandSpec kDuplicatesCommand;

// writing_commands.cpp
extern const CommandSpec kIndexCommand;
extern const CommandSpec kAliasCommand;
extern const CommandSpec kRemoveCommand;
extern const CommandSpec kCompactCommand;
extern const CommandSpec kMergeCommand;
extern const CommandSpec kPublishCommand;

// inspection_commands.cpp
extern const CommandSpec kCheckCommand;
extern const CommandSpec kInfoCommand;
extern const CommandSpec kRejectsCommand;
extern const CommandSpec kSqlCommand;
extern const CommandSpec kServeCommand;

}  // namespace ludex::options
