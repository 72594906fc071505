#pragma once

#include "cli/byte_output.hpp"
#include "cli/sgf_export.hpp"
#include "ludex/parse/csa_writer.hpp"
#include "ludex/store/database.hpp"

#include <span>

namespace ludex::cli {

/// Prints CSA records as one collection in UTF-8, "/" lines between the games; says which records
/// are of another format. Memory: one record.
void export_csa(Database& database, std::span<const SelectedRecord> records, CsaVersion version,
                ByteOutput& output);

}  // namespace ludex::cli
