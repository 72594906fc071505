#pragma once

#include <string>

namespace ludex::test {

/// True if this process holds SQLite's writer lock (RESERVED) on a database, as another process
/// sees it.
[[nodiscard]] bool holds_write_lock(const std::string& database);

}  // namespace ludex::test
