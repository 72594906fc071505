#pragma once

#include "ludex/types.hpp"
#include "store/sql/sql_connection.hpp"

namespace ludex {

/// Whether two sources have the same members and the same records: those that were removed from
/// `old` may be missing there. Cost: two scans of all records.
[[nodiscard]] bool hold_the_same(SqlConnection& sql, SourceId old, SourceId fresh);

}  // namespace ludex
