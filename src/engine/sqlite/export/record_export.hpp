#pragma once

#include "engine/sqlite/export/export_files.hpp"
#include "formats/format_room.hpp"
#include "query/filter/id_set.hpp"

#include <memory>

namespace ludex {

/// Appends a record to those of the same format that a file holds, and before it what parts it from
/// them. \throws Error if nothing does.
void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file);

/// Writes the records of one format anew that the games stand in, each once; the sink is told what
/// was left out or lost. Memory: one record.
void export_records(Database& database, const IdSet& games, Format format,
                    std::unique_ptr<RecordWriter> record_writer, ExportFiles& files,
                    ExportSink& sink);

/// Writes the text of each record that one of the games stands in, once, byte for byte as found, in
/// the order they were indexed. What stands between two makes them two for whoever reads them.
/// \throws Error for two records that cannot stand in one stream.
void export_originals(Database& database, const IdSet& games, ExportFiles& files, ExportSink& sink);

/// A stream holds records of one format, and of CSA and GCG in one width of characters.
/// \throws UsageError if a file would get others, before anything is written.
/// \param apart  files of different formats have different names
void refuse_mixed_streams(Database& database, const IdSet& games, bool apart);

}  // namespace ludex
