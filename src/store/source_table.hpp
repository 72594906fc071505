#pragma once

#include "ludex/types.hpp"
#include "store/record_hash.hpp"
#include "store/sql/sql_connection.hpp"
#include "store/sql/sql_statement.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The state of a source. Stored: never renumber.
enum class SourceState : int { loading = 1, done = 2, damaged = 3 };

/// When a file was last modified (mtime) and last changed in any way (ctime), in ns since 1970.
/// ctime changes even if size and mtime are restored.
struct FileTimes {
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;
  friend bool operator==(const FileTimes&, const FileTimes&) = default;
};

/// The limits that decide how far an intact source can be read.
struct ReadingLimits {
  std::uint64_t decoder_bytes = 0;  ///< for the decoders of one source; 0: unknown
  double max_expansion = 0;
};

/// A row of the table `source`.
struct SourceRow {
  SourceId id = SourceId::none;
  std::string name;         ///< as given
  std::string path;         ///< absolute; "stdin:NAME"; empty for an unnamed stream
  std::string fingerprint;  ///< "size:hash", "?size:hash"; empty for standard input
  std::int64_t bytes = 0;
  std::string options;
  SourceState state = SourceState::loading;
  bool hidden = false;
  SourceId replaces = SourceId::none;
  bool variations = false;
  std::int64_t resume_member = 0;
  std::int64_t resume_offset = 0;
  bool resumable = false;
  bool reread_last =
      false;  ///< the last record is unclosed and is read again if bytes are appended
  std::optional<std::int64_t> damaged_at;
  std::string damage;
  std::optional<FileTimes> file_times;  ///< taken before anything was read
  bool times_are_settled = true;        ///< not stored: any later change would change them
  ReadingLimits limits;                 ///< with which it was read
  bool limited = false;                 ///< one of the limits stopped the reading
  std::int64_t members = 0, skipped_members = 0;
  std::int64_t records = 0, record_bytes = 0, games = 0, rejects = 0, removed = 0;
  std::int64_t junk_bytes = 0, tail_bytes = 0, stream_bytes = 0, branches_left_out = 0;
  std::string content_hash;
};

/// Marks the row of a file that changed while it was read: no file has this fingerprint, and the
/// reading cannot be resumed.
void mark_changed(SourceRow& row);
/// A fingerprint without that mark.
[[nodiscard]] std::string_view plain_fingerprint(std::string_view fingerprint);

class SourceTable {
 public:
  explicit SourceTable(SqlConnection& sql);

  /// All generations of a path, the newest first.
  [[nodiscard]] std::vector<SourceRow> find_by_path(const std::string& path);
  [[nodiscard]] std::vector<SourceRow> find_by_fingerprint(const std::string& fingerprint);
  /// All generations of the files below a folder, however deep, by path.
  /// \param folder  absolute
  [[nodiscard]] std::vector<SourceRow> find_below(std::string folder);
  [[nodiscard]] std::optional<SourceRow> find(SourceId id);
  [[nodiscard]] RecordsHash hash_records(SourceId id) { return ludex::hash_records(sql_, id); }
  /// All that are not hidden, by id.
  [[nodiscard]] std::vector<SourceRow> all();
  /// Replacements that are not complete, by id.
  [[nodiscard]] std::vector<SourceRow> all_hidden();
  void insert(const SourceRow& row);
  /// Writes all but name, path and time of addition.
  void update(const SourceRow& row);
  /// Copies state, damage and content hash from another source's row, and the damage of its
  /// members.
  void take_damage(SourceId id, const SourceRow& other);
  /// Stores fingerprint, times and limits of the last reading, and whether a limit stopped it.
  void set_reading(SourceId id, const SourceRow& other);
  void rename(SourceId id, const std::string& name, const std::string& path);

 private:
  SqlConnection& sql_;
  SqlStatement find_by_path_, find_by_fingerprint_, insert_, update_;
};

/// The member in which a damaged archive's reading ended; empty: the source is no archive.
[[nodiscard]] std::string damaged_member(SqlConnection& sql, SourceId source);

/// True if two sources have the same members and the same records; records removed from `old` may
/// be missing there. Cost: two scans of all records.
[[nodiscard]] bool hold_the_same(SqlConnection& sql, SourceId old, SourceId fresh);

}  // namespace ludex
