#pragma once

#include "cli/byte_output.hpp"
#include "ludex/core/ids.hpp"
#include "ludex/store/database.hpp"

#include <span>

namespace ludex::cli {

struct SelectedRecord {
  RecordId record = RecordId::none;
  GameId game = GameId::none;  ///< one of its games: names the charset that the record was read in
};

/// Prints SGF records as FF[4] in UTF-8, read in the charset they were indexed in;
/// says which records are of another format.
/// Memory: one record and its tree.
void export_sgf(Database& database, std::span<const SelectedRecord> records, ByteOutput& output);

}  // namespace ludex::cli
