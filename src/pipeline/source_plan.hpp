#pragma once

#include "pipeline/companions.hpp"
#include "pipeline/database_files.hpp"
#include "pipeline/indexer.hpp"
#include "pipeline/located_file.hpp"
#include "source/source_list.hpp"
#include "store/source_table.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ludex {

/// What a run does with a source.
struct SourcePlan {
  enum class Action {
    read,            // from the start, or from row.resume_*
    known,           // nothing to do: the database has it
    add_variations,  // indexed before without the positions of its variations
    failed,          // cannot be read: `message` says why
    database_file,   // the database itself or one of its files: must not be opened
  };
  SourceName name;
  Action action = Action::read;
  SourceRow row;  // the initial row; id none: new
  /// The initial row if a limit was raised, for an unchanged source that the limit ended.
  std::optional<SourceRow> row_with_more;
  /// Of a stream that is resumed: what it must begin with. For a file, its fingerprint shows that.
  std::optional<RecordsHash> stored_records;
  std::string message;             ///< a warning if it is read
  std::optional<FileEntry> entry;  ///< of a file, before anything of it was read
  /// All bytes of a small file, which its fingerprint was taken from: it is not opened again.
  std::optional<std::string> content;
};

/// What became of a file while it was read.
enum class FileChange { none, grew, other };
/// Compares the entry of the plan with the file as it is now. A file that is gone, what has no
/// entry and a file whose content the plan holds have not changed: what was read of it is whole.
/// Cost: a look at the file's entry; if it has grown, two reads of at most 1 MiB.
[[nodiscard]] FileChange find_change(const SourcePlan& plan);

/// Compares sources with the database: by path, size and times, which opens nothing; else by path
/// and fingerprint, then by fingerprint alone if the indexed path is gone. Of several sources of
/// one path, which a merge leaves, it replaces none by another file. A damaged source is read
/// again if its file changed in any way, or if the limit that ended it was raised. Cost: a look at
/// the file's entry, and for others than those left alone since they were read, two reads of at
/// most 1 MiB; both on all threads of the current TBB arena.
class SourcePlanner {
 public:
  /// Keeps the references.
  /// \param own  the files of the database
  /// \param decoder_bytes  the memory of all decoders
  SourcePlanner(SourceTable& table, DatabaseFiles own, CompanionFiles& companions,
                const IndexOptions& options, std::uint64_t decoder_bytes,
                const std::atomic<bool>& stop);
  ~SourcePlanner();

  /// A file that an earlier call or name led to is left out; once `stop` is set, so are all.
  /// Memory: 1.5 KB per name until the plans are gone, 50 bytes after it; contents of small files
  /// up to a 32nd of the memory.
  [[nodiscard]] std::vector<SourcePlan> plan(std::span<const SourceName> names);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The share of `all_bytes` of each source if `readers` are read at the same time.
[[nodiscard]] std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers);

/// The ratio of an option value; 0 means the default.
[[nodiscard]] double effective_expansion(double max_expansion);

}  // namespace ludex
