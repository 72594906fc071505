#pragma once

#include "store/database.hpp"

namespace ludex::test {

/// The SQL that takes the schema of a database back to version 6.
inline constexpr const char* kBackToSchema6 =
    "DROP VIEW games; ALTER TABLE game DROP COLUMN black_rank_order; ALTER TABLE game DROP COLUMN "
    "white_rank_order; CREATE VIEW games AS SELECT 1;";

/// Expects that the row blocks hold every game that the tables hold, no other, and say the same of
/// them, field by field.
void expect_blocks_of_the_tables(Database& database);

}  // namespace ludex::test
