#pragma once

#include "engine/sqlite/export/export_files.hpp"
#include "engine/sqlite/export/split_names.hpp"
#include "query/filter/id_set.hpp"
#include "store/database.hpp"

#include <optional>
#include <string>

namespace ludex {

/// Writes the text of each record that one of the games stands in, once, byte for byte as found, in
/// the order they were indexed. What stands between two makes them two for whoever reads them.
/// \throws Error for two records that cannot stand in one stream.
void export_originals(Database& database, const IdSet& games, ExportFiles& files, ExportSink& sink);

/// A stream holds records of one format, and of CSA and GCG in one width of characters.
/// \throws UsageError if a file would get others, before anything is written.
/// \param apart  files of different formats have different names
void refuse_mixed_streams(Database& database, const IdSet& games, bool apart);

}  // namespace ludex
