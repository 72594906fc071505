#pragma once

#include "cli/byte_output.hpp"
#include "cli/sgf_export.hpp"
#include "ludex/store/database.hpp"

#include <span>

namespace ludex::cli {

/// Prints GCG records one after the other in UTF-8; says which records are of another format.
/// Memory: one record.
void export_gcg(Database& database, std::span<const SelectedRecord> records, ByteOutput& output);

}  // namespace ludex::cli
