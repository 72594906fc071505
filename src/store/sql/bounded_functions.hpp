#pragma once

#include <sqlite3.h>

namespace ludex {

/// Replaces those of SQLite's functions whose time grows faster than their arguments, since SQLite
/// stops only between calls: LIKE and GLOB try every place for every wildcard, instr(), replace()
/// and trim() compare at every place, and printf() writes as many signs as its format asks for.
/// The values are the same. LIKE and GLOB stop when the call that this thread works for is over;
/// a width or precision of printf() is at most a million.
/// \returns a status of SQLite.
int add_bounded_functions(sqlite3* connection);

}  // namespace ludex
