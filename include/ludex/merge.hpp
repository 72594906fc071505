#pragma once

#include "ludex/index.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// What became of one source of a database that was merged.
struct MergedSource {
  std::string database{};  ///< that it came from
  std::string source{};    ///< its name
  std::int64_t id = 0;     ///< in the merged database; 0: it is not there
  /// "added", "continued" (a part was there), "known" (nothing to do), "incomplete" (added as far
  /// as it was indexed), "failed".
  std::string_view state{};
  std::int64_t records = 0, games = 0, rejects = 0;  ///< that it holds now
  std::string message{};                             ///< why it failed
};

struct MergeOptions {
  std::vector<std::string> databases{};     ///< in the order in which their games are numbered
  int threads = 0;                          ///< 0: all cores. What is stored does not depend on it.
  std::uint64_t memory_bytes = 1ULL << 30;  ///< for everything; 64 MiB at least
  std::chrono::seconds wait{0};  ///< for another writer to close the file, before an error
  std::function<void(const MergedSource&)> source_done{};  ///< gets sources in their order
};

struct MergeReport {
  std::uint64_t databases = 0;
  std::uint64_t sources = 0;             ///< that gave something
  std::uint64_t known_sources = 0;       ///< nothing to do
  std::uint64_t incomplete_sources = 0;  ///< their indexing was interrupted
  std::uint64_t failed_sources = 0;
  std::uint64_t records = 0;
  std::uint64_t games = 0;
  std::uint64_t rejects = 0;
  std::uint64_t positions = 0;
  std::uint64_t extended_games = 0;  ///< known ones whose variations were added
  std::uint64_t aliases = 0;
  std::uint64_t conflicts = 0;   ///< aliases and seats that mean somebody else already
  std::uint64_t text_bytes = 0;  ///< unpacked
  bool interrupted = false;
  double seconds = 0;
};

struct MergeProgress {
  std::uint64_t games = 0;                        ///< copied
  std::uint64_t bytes_read = 0, bytes_total = 0;  ///< of the databases, about
  const char* phase = "copying";                  ///< "copying", "merging"
};

/// Called from the thread that merges, some times a second.
using MergeVisitor = std::function<void(const MergeProgress&)>;

}  // namespace ludex
