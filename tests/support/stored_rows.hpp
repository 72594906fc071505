#pragma once

#include "store/database.hpp"

namespace ludex::test {

/// Expects that the row blocks hold every game that the tables hold, no other, and say the same of
/// them, field by field.
void expect_blocks_of_the_tables(Database& database);

}  // namespace ludex::test
