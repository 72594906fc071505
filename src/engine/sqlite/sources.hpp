#pragma once

#include "ludex/info.hpp"
#include "ludex/query.hpp"
#include "store/database.hpp"

#include <functional>
#include <vector>

namespace ludex {

/// Sources whose names fit, by id.
[[nodiscard]] std::vector<FoundSource> find_sources(Database& database, const NameFilter& name);

/// Shows the records that gave no game, by id.
void for_each_reject(Database& database, const std::function<void(const Reject&)>& visit);

}  // namespace ludex
