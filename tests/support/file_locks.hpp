#pragma once

#include <string>

namespace ludex::test {

/// Whether this process holds SQLite's lock of a writer (RESERVED) on a database, as another
/// process sees it.
[[nodiscard]] bool holds_write_lock(const std::string& database);

}  // namespace ludex::test
