#pragma once

#include "ludex/verify.hpp"
#include "store/database.hpp"

namespace ludex {

/// Checks everything that the database stores: SQLite's own structure, checksums, order and counts
/// of our blocks, the index against a replay of the stored moves, rows and facts against each
/// other, the text of every record against its hash, the totals. Within one read transaction.
/// Memory: some blocks for each thread, 128 KiB per million texts and records, 1 MiB of sums,
/// 16 bytes per 256 postings of frequent positions, 16 bytes per posting of the largest position
/// group, 128 MiB for duplicates and 56 bytes for each game that has some.
[[nodiscard]] VerifyReport verify_database(Database& database, const FindingVisitor& visit);

}  // namespace ludex
