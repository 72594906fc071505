#pragma once

#include "core/late_library.hpp"

#include <archive.h>
#include <archive_entry.h>

namespace ludex {

/// The functions of libarchive that Ludex calls.
struct LibarchiveFunctions {
#ifdef LUDEX_LATE_LIBRARIES
  LateLibrary library{LUDEX_LIBARCHIVE_FILE, "to read tar, zip and 7z"};
#endif
  LUDEX_FUNCTION(archive_entry_filetype);
  LUDEX_FUNCTION(archive_entry_hardlink);
  LUDEX_FUNCTION(archive_entry_is_data_encrypted);
  LUDEX_FUNCTION(archive_entry_pathname);
  LUDEX_FUNCTION(archive_entry_pathname_utf8);
  LUDEX_FUNCTION(archive_error_string);
  LUDEX_FUNCTION(archive_read_data_block);
  LUDEX_FUNCTION(archive_read_free);
  LUDEX_FUNCTION(archive_read_new);
  LUDEX_FUNCTION(archive_read_next_header);
  LUDEX_FUNCTION(archive_read_open1);
  LUDEX_FUNCTION(archive_read_set_callback_data);
  LUDEX_FUNCTION(archive_read_set_format_option);
  LUDEX_FUNCTION(archive_read_set_read_callback);
  LUDEX_FUNCTION(archive_read_set_seek_callback);
  LUDEX_FUNCTION(archive_read_set_skip_callback);
  LUDEX_FUNCTION(archive_read_support_format_7zip);
  LUDEX_FUNCTION(archive_read_support_format_tar);
  LUDEX_FUNCTION(archive_read_support_format_zip_seekable);
  LUDEX_FUNCTION(archive_read_support_format_zip_streamable);
  LUDEX_FUNCTION(archive_set_error);
  LUDEX_FUNCTION(archive_version_string);
};

/// Loads the library at the first call. \throws Error if it cannot be loaded.
inline const LibarchiveFunctions& libarchive() {
  static const LibarchiveFunctions functions;
  return functions;
}

}  // namespace ludex
