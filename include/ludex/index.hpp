#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The outcome of one source in a run.
struct IndexedSource {
  std::string source{};  ///< its name; of a skipped member of an archive `PATH!MEMBER`
  std::int64_t id = 0;   ///< 0: not stored
  /// "done", "damaged" (everything before the damage is stored), "known" (nothing to do), "failed"
  /// (nothing was added), "skipped" (unknown format), "pruned" (its file is gone: removed).
  std::string_view state{};
  std::int64_t records = 0, games = 0, rejects = 0;  ///< stored for it now
  std::string message{};                             ///< why it failed, or is damaged
};

struct IndexOptions {
  std::vector<std::string> sources{};  ///< files, folders, archives, pipes; "-": standard input
  std::string stdin_name{};  ///< the name of standard input or a pipe; empty: always a new source
  std::string format{};      ///< a name from record_formats(); empty: by content
  std::string charset{};     ///< read every record in it; empty: declared or guessed
  int threads = 0;           ///< 0: all cores. What is stored does not depend on it.
  std::uint64_t memory_bytes = 1ULL << 30;  ///< limit for everything; at least 64 MiB
  bool variations = false;                  ///< index the positions of variations too
  bool prune = false;  ///< remove sources whose files are gone from the folders of `sources`
  bool keep_text = true;
  bool comment_text = true;       ///< make the comments of all nodes searchable
  std::int64_t max_rejects = -1;  ///< stop after this many; -1: no limit
  double max_expansion = 0;       ///< decompressed bytes per byte; 0: the reader's default
  std::chrono::seconds wait{0};   ///< how long to wait for another writer before an error
  std::function<void(const IndexedSource&)> source_done{};  ///< called for each source in order
};

struct IndexProgress {
  std::uint64_t source_bytes_read = 0;
  std::uint64_t source_bytes_total = 0;  ///< 0 if a size is unknown
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  std::uint64_t sources_done = 0;
  /// 0 unless there are so many that their bytes are not known beforehand.
  std::uint64_t sources_total = 0;
  const char* phase = "reading";  ///< "reading", "sorting", "merging"
};

struct IndexMessage {
  enum class Level { note, warning, error };
  Level level;
  std::string text;  ///< one line
};

/// The times of a run in seconds.
struct IndexTimes {
  double reading = 0;  ///< reader threads: read, decompress, split
  double working = 0;  ///< workers: parse, replay, keys, compress
  double writing = 0;  ///< the writer: rows, words, commits
  double waiting = 0;  ///< the writer had nothing to do
  double sorting = 0;  ///< postings: sort, pack, write
  double cpu = 0;      ///< of all threads of the process
  /// Of `cpu`, what only one thread at a time can do: reading, splitting, writing, bookkeeping.
  double serial_cpu = 0;
};

struct IndexReport {
  std::uint64_t sources = 0;                  ///< read in this run
  std::uint64_t known_sources = 0;            ///< indexed before: nothing to do
  std::uint64_t known_damaged_sources = 0;    ///< damaged in an earlier run and unchanged since
  std::uint64_t skipped_files = 0;            ///< of no known format, found in folders or archives
  std::uint64_t failed_sources = 0;           ///< unreadable, damaged, or of no known format
  std::uint64_t sources_without_records = 0;  ///< of a known format; empty files are not counted
  std::uint64_t records = 0;
  std::uint64_t games = 0;
  std::uint64_t rejects = 0;
  std::uint64_t unclosed = 0;
  std::uint64_t positions = 0;
  std::uint64_t branches_left_out = 0;
  std::uint64_t extended_games = 0;  ///< games of earlier runs to which variations were added
  std::uint64_t pruned_sources = 0;  ///< their files were gone
  std::uint64_t pruned_games = 0;
  std::uint64_t text_bytes = 0;
  std::uint64_t junk_bytes = 0;
  bool interrupted = false;
  double seconds = 0;
  IndexTimes times;
};

/// Called from the indexing thread a few times per second.
using ProgressVisitor = std::function<void(const IndexProgress&)>;
using MessageVisitor = std::function<void(const IndexMessage&)>;

}  // namespace ludex
