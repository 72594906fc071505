#pragma once

#include "store/database.hpp"

#include <cstdint>
#include <string>

namespace ludex::cli {

/// Opens a database to change it; it must exist. Says on standard error whom it waits for.
[[nodiscard]] Database open_to_change(const std::string& path, std::uint64_t cache_bytes);

}  // namespace ludex::cli
