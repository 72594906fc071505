#pragma once

#include "ludex/game.hpp"
#include "store/database.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// See Archive::sql().
void run_sql(Database& database, std::string_view sql,
             const std::function<void(std::vector<std::string>)>& columns, const RowVisitor& row);

}  // namespace ludex
