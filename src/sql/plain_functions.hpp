#pragma once

#include <sqlite3ext.h>

SQLITE_EXTENSION_INIT3

namespace ludex {

/// Functions that SQLite lacks: median(X) and stddev(X) (of a sample: n - 1) of numbers, NULL if
/// there are too few; X REGEXP Y with the regular expressions of ICU.
/// \returns a status of SQLite.
int add_plain_functions(sqlite3* connection);

}  // namespace ludex
