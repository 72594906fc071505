#pragma once

#include "ludex/info.hpp"
#include "store/database.hpp"

#include <string>

namespace ludex {

/// Cost: reads the facts and the table `record`; for the sizes of tables, every page of the file.
[[nodiscard]] DatabaseInfo read_info(Database& database, bool with_table_bytes = true);

/// 32 hex digits (XXH3-128) that are equal for databases with the same content: the visible games
/// (rows and positions) and the rejects, in order. Names of sources, times and segments do not
/// count.
[[nodiscard]] std::string signature(Database& database);

}  // namespace ludex
