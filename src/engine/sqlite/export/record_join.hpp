#pragma once

#include "engine/sqlite/export/export_files.hpp"
#include "formats/format.hpp"
#include "formats/record_sink.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// A record as it stands in a stream, with the end of its last line.
struct StreamRecord {
  std::string_view text;
  TextForm form = TextForm::bytes;
};

/// What stands between two records of one format, so that a splitter finds both where they are:
/// nothing, a line feed, or a line that holds a kRecordSeparator. Of CSA always the line "/".
/// \returns none where nothing parts them.
[[nodiscard]] std::optional<std::string> record_gap(Format format, const StreamRecord& first,
                                                    const StreamRecord& second);

/// Appends a record to those of the same format that a file holds, and before it what parts it from
/// them. \throws Error if nothing does.
void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file);

/// What stands before the first record of a stream: a byte order mark, where the format's splitter
/// knows UTF-16 by that alone.
[[nodiscard]] std::string_view stream_head(Format format, TextForm form);

/// ASCII in the encoding of the text around it.
[[nodiscard]] std::string in_form(std::string_view ascii, TextForm form);

}  // namespace ludex
