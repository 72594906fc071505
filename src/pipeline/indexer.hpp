#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ludex {

/// Start here: reads sources, stores their records and games, and indexes every position.

struct IndexOptions {
  std::vector<std::string> sources;  ///< files, folders, archives, pipes; "-": standard input
  std::string stdin_name;  ///< what standard input or a pipe is known as; empty: always new
  std::string format;      ///< "sgf", "csa", "cgp", "gcg"; empty: by content
  std::string charset;     ///< read every record in it; empty: declared or guessed
  int threads = 0;         ///< 0: all cores. What is stored does not depend on it.
  std::uint64_t memory_bytes = 1ULL << 30;  ///< for everything; 64 MiB at least
  bool variations = false;                  ///< index the positions of variations too
  bool keep_text = true;
  std::int64_t max_rejects = -1;  ///< give up after so many; -1: never
  double max_expansion = 0;       ///< decompressed bytes per byte; 0: the reader's default
};

struct IndexProgress {
  std::uint64_t source_bytes_read = 0;
  std::uint64_t source_bytes_total = 0;  ///< 0 where a size is not known
  std::uint64_t games = 0;
  std::uint64_t records = 0;
  const char* phase = "reading";  ///< "reading", "sorting", "merging"
};

struct IndexMessage {
  enum class Level { note, warning, error };
  Level level;
  std::string text;  ///< one line
};

/// Where the time of a run went, in seconds.
struct IndexTimes {
  double reading = 0;  ///< reader threads: read, decompress, split
  double working = 0;  ///< workers: parse, replay, keys, compress
  double writing = 0;  ///< the writer: rows, words, commits
  double waiting = 0;  ///< the writer had nothing to do
  double sorting = 0;  ///< postings: sort, pack, write
};

struct IndexReport {
  std::uint64_t sources = 0;                ///< read in this run
  std::uint64_t known_sources = 0;          ///< indexed before: nothing to do
  std::uint64_t known_damaged_sources = 0;  ///< indexed before, damaged then, unchanged since
  std::uint64_t skipped_files = 0;          ///< of no known format, found in folders or archives
  std::uint64_t failed_sources = 0;         ///< not readable, found damaged, or no game records
  std::uint64_t records = 0;
  std::uint64_t games = 0;
  std::uint64_t rejects = 0;
  std::uint64_t unclosed = 0;
  std::uint64_t positions = 0;
  std::uint64_t branches_left_out = 0;
  std::uint64_t extended_games = 0;  ///< indexed before, whose variations were added
  std::uint64_t text_bytes = 0;
  std::uint64_t junk_bytes = 0;
  bool interrupted = false;
  double seconds = 0;
  IndexTimes times;
};

/// Adds sources to a database, which is created if missing. What was committed stays, whatever
/// happens; the same call again goes on from there.
/// \param report_progress  called from the writer's thread, some times a second.
/// \param stop             set it from a signal handler: ends after the current batch, cleanly.
/// \throws UsageError for options without meaning; DatabaseError; SourceError if a source given by
///         name does not exist; Error if the disk is full or max_rejects is passed.
IndexReport index_sources(const std::filesystem::path& database, const IndexOptions& options,
                          const std::function<void(const IndexProgress&)>& report_progress,
                          const std::function<void(const IndexMessage&)>& report_message,
                          const std::atomic<bool>& stop);

}  // namespace ludex
