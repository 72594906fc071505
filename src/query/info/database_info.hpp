#pragma once

#include "ludex/info.hpp"
#include "store/database.hpp"

#include <string>

namespace ludex {

/// Cost: reads the facts and the table `record`; the sizes of tables, every page of the file.
[[nodiscard]] DatabaseInfo read_info(Database& database, bool with_table_bytes = true);

/// 32 hex digits that are equal for databases with the same content: the games that are answers
/// (their rows and positions) and the rejects, in order. Not names of sources, times or segments.
/// XXH3-128.
[[nodiscard]] std::string signature(Database& database);

}  // namespace ludex
