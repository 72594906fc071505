#pragma once

#include "engine/export/export_files.hpp"
#include "formats/format_room.hpp"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace ludex {

/// Appends a record to a file of the same format, after a separator if one is needed. \throws Error
/// if no separator works.
void append_to_stream(Format format, const StreamRecord& record, bool is_unclosed,
                      ExportFile& file);

/// How records are written.
struct WrittenAs {
  Format format;
  std::string_view version;  ///< empty: the default
  Charset charset = Charset::utf8;
};

/// Rewrites the records of one format that contain the games, each once. Tells the sink what was
/// left out or lost. Memory: one record.
/// \returns files to be written beside the others, after them
/// \throws UsageError if records of a format among them cannot be written in the charset
[[nodiscard]] std::vector<BesideFile> export_records(ExportedGames& games, const WrittenAs& how,
                                                     ExportFiles& files, ExportSink& sink);

/// Writes the text of each record that contains one of the games, once, byte for byte, in the order
/// in which they were indexed. Adds separators where a reader needs them. \throws Error for two
/// records that cannot be separated in one stream.
void export_originals(ExportedGames& games, ExportFiles& files, ExportSink& sink);

/// A stream holds records of one format; for CSA and GCG, also of one character width. \throws
/// UsageError before anything is written if a file would mix them.
/// \param apart  files of different formats have different names
void refuse_mixed_streams(ExportedGames& games, bool apart);

/// Engine::record_text(). \param read  passes the text on in pieces
void write_record(TextForm form,
                  const std::function<void(const std::function<void(std::string_view)>&)>& read,
                  const std::function<void(std::string_view)>& piece);

}  // namespace ludex
