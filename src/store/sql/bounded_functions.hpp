#pragma once

#include <sqlite3.h>

namespace ludex {

/// Replaces functions of SQLite whose time grows faster than their arguments, since SQLite stops
/// only between calls: LIKE and GLOB try every place for every wildcard; instr(), replace() and
/// trim() compare at every place. The values are the same. LIKE and GLOB also stop when the call
/// that this thread works for is over. \returns a status of SQLite.
[[nodiscard]] int add_bounded_functions(sqlite3* connection);

}  // namespace ludex
