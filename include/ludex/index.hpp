#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace ludex {

struct IndexOptions {
  std::vector<std::string> sources{};  ///< files, folders, archives, pipes; "-": standard input
  std::string stdin_name{};  ///< what standard input or a pipe is known as; empty: always new
  std::string format{};      ///< "sgf", "csa", "cgp", "gcg"; empty: by content
  std::string charset{};     ///< read every record in it; empty: declared or guessed
  int threads = 0;           ///< 0: all cores. What is stored does not depend on it.
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

/// Called from the thread that indexes, some times a second.
using ProgressVisitor = std::function<void(const IndexProgress&)>;
using MessageVisitor = std::function<void(const IndexMessage&)>;

}  // namespace ludex
