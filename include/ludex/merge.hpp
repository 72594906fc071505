#pragma once

#include "ludex/index.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// The outcome of one source of a merged database.
struct MergedSource {
  std::string database{};  ///< the database that holds it
  std::string source{};    ///< its name
  std::int64_t id = 0;     ///< in the merged database; 0: not there
  /// "added", "continued" (a part was there), "known" (nothing to do), "incomplete" (added as far
  /// as it was indexed), "failed".
  std::string_view state{};
  std::int64_t records = 0, games = 0, rejects = 0;  ///< in the merged database now
  std::string message{};                             ///< why it failed
};

struct MergeOptions {
  std::vector<std::string> databases{};     ///< games are numbered in this order
  int threads = 0;                          ///< 0: all cores. What is stored does not depend on it.
  std::uint64_t memory_bytes = 1ULL << 30;  ///< limit for everything; at least 64 MiB
  std::chrono::seconds wait{0};             ///< how long to wait for another writer before an error
  std::function<void(const MergedSource&)> source_done{};  ///< called for each source in order
};

struct MergeReport {
  std::uint64_t databases = 0;
  std::uint64_t sources = 0;             ///< that added something
  std::uint64_t known_sources = 0;       ///< that added nothing new
  std::uint64_t incomplete_sources = 0;  ///< their indexing was interrupted
  std::uint64_t failed_sources = 0;
  std::uint64_t records = 0;
  std::uint64_t games = 0;
  std::uint64_t rejects = 0;
  std::uint64_t positions = 0;
  std::uint64_t extended_games = 0;  ///< games already there, to which variations were added
  std::uint64_t aliases = 0;
  std::uint64_t conflicts = 0;   ///< aliases and seats already assigned to another person
  std::uint64_t text_bytes = 0;  ///< unpacked
  bool interrupted = false;
  double seconds = 0;
};

struct MergeProgress {
  std::uint64_t games = 0;                        ///< copied
  std::uint64_t bytes_read = 0, bytes_total = 0;  ///< of the databases, approximately
  const char* phase = "copying";                  ///< "copying", "merging"
};

/// Called from the merging thread a few times per second.
using MergeVisitor = std::function<void(const MergeProgress&)>;

}  // namespace ludex
