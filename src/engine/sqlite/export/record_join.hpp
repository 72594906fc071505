#pragma once

#include "engine/sqlite/export/export_files.hpp"
#include "formats/record_stream.hpp"

namespace ludex {

/// Appends a record to those of the same format that a file holds, and before it what parts it from
/// them. \throws Error if nothing does.
void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file);

}  // namespace ludex
