#include "pipeline/indexer.hpp"

#include "core/file_identity.hpp"
#include "formats/charset/charset.hpp"
#include "formats/format_room.hpp"
#include "index/posting_sorter.hpp"
#include "ludex/error.hpp"
#include "pipeline/index_run.hpp"
#include "pipeline/threads.hpp"
#include "source/source_list.hpp"
#include "store/database.hpp"

#include <fmt/format.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <set>
#include <system_error>

namespace ludex {
namespace {

constexpr std::uint64_t kLeastMemory = 64ULL << 20;

bool is_standard_input(const std::string& source) {
  return source_kind(source) == SourceKind::standard_input;
}

void check_name(const IndexOptions& options) {
  if (options.stdin_name.empty()) return;
  const auto streams = std::ranges::count_if(options.sources, [](const std::string& source) {
    return source_kind(source) != SourceKind::file;
  });
  if (streams == 0) {
    throw UsageError(
        "`stdin_name` names standard input or a pipe; give - as a source, or leave it out");
  }
  if (streams > 1) {
    throw UsageError(
        "`stdin_name` names one stream; index them one after the other, each with its name");
  }
}

/// A pipe that is given twice would wait for a second writer.
void check_pipes(const std::vector<std::string>& sources) {
  std::set<FileIdentity> pipes;
  for (const std::string& source : sources) {
    if (source_kind(source) != SourceKind::stream || !std::filesystem::is_fifo(source)) continue;
    if (const auto pipe = find_identity(source); pipe && !pipes.insert(*pipe).second) {
      throw UsageError(source + ": a pipe can be read only once");
    }
  }
}

void check_options(const IndexOptions& options) {
  if (options.memory_bytes < kLeastMemory) throw UsageError("`memory_bytes`: at least 64MiB");
  if (!options.format.empty() && !find_format(options.format)) {
    throw UsageError(
        fmt::format("`format`: no format '{}'; there are: {}", options.format, format_names()));
  }
  check_name(options);
  if (!options.charset.empty() && !find_charset(options.charset)) {
    throw UsageError(fmt::format("`charset`: no charset '{}'", options.charset));
  }
}

/// A mistyped name alone creates no database.
void check_sources(const std::vector<std::string>& sources) {
  if (std::ranges::count_if(sources, is_standard_input) > 1) {
    throw UsageError("-: standard input can be read only once");
  }
  check_pipes(sources);
  const auto is_there = [](const std::string& source) {
    std::error_code error;  // then list_sources() says what is wrong
    return is_standard_input(source) || std::filesystem::exists(source, error);
  };
  if (std::none_of(sources.begin(), sources.end(), is_there)) (void)list_sources(sources);
}

/// Deletes a new database if no source could be read.
void discard_unused(Database& database) {
  if (!database.is_new()) return;
  const bool is_unused = database.next_id("source") == 1;
  if (is_unused) database.discard();
}

IndexReport run(const std::filesystem::path& path, IndexOptions options,
                const std::function<void(const IndexProgress&)>& report_progress,
                const std::function<void(const IndexMessage&)>& report_message,
                const std::atomic<bool>& stop) {
  options.threads = thread_count(options.threads);
  const auto threads = static_cast<std::size_t>(options.threads);
  require_threads(2 * threads);  // readers, and TBB's
  WaitOptions wait;
  wait.stop = &stop;
  wait.say = [&](const std::string& line) {
    if (report_message) report_message({IndexMessage::Level::note, line});
  };
  Database database = Database::open_for_writing(
      path, share_memory(options.memory_bytes, options.threads).page_cache, std::move(wait));
  remove_leftover_spills(path);
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads + 1);
  tbb::task_arena arena(options.threads);
  try {
    const IndexReport report = arena.execute(
        [&] { return IndexRun(database, options, report_progress, report_message, stop).run(); });
    if (report.failed_sources > 0) discard_unused(database);
    return report;
  } catch (...) {
    discard_unused(database);
    throw;
  }
}

}  // namespace

IndexReport index_sources(const std::filesystem::path& path, const IndexOptions& options,
                          const std::function<void(const IndexProgress&)>& report_progress,
                          const std::function<void(const IndexMessage&)>& report_message,
                          const std::atomic<bool>& stop) {
  check_options(options);
  check_sources(options.sources);
  return run(path, options, report_progress, report_message, stop);
}

}  // namespace ludex
