#pragma once

#include "pipeline/batch_builder.hpp"
#include "pipeline/source_plan.hpp"

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <thread>
#include <vector>

namespace ludex {

struct BatchReaderOptions {
  std::uint64_t decoder_bytes = 0;                  ///< for the windows of all streams together
  std::size_t max_record_bytes = 16 * 1024 * 1024;  ///< longer ones are stored, not parsed
  double max_expansion = 0;
  std::string format;  ///< empty: by content
  int threads = 1;     ///< streams read at once
  std::size_t batch_bytes = 256 * 1024;
  std::size_t batches_ahead = 4;         ///< per stream
  std::size_t parts_at_once = 1;         ///< of each big plain file; BatchReader sets it
  CompanionFiles* companions = nullptr;  ///< of all sources; none: each finds its own
};

/// Reads sources with several threads and hands their batches out in the order of the sources.
/// Small files are read in one go, so that their records share batches.
/// Each big plain file is split on several threads: their number divided by that of the streams
/// read at once. For the memory see PartedFile.
/// Memory: threads * batches_ahead batches, and a decoder per thread.
class BatchReader {
 public:
  BatchReader(std::span<const SourcePlan> plans, const BatchReaderOptions& options,
              const std::atomic<bool>& stop);
  ~BatchReader();
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;

  /// The next batch; none at the end, or soon after `stop` was set. One thread at a time.
  [[nodiscard]] std::optional<Batch> next();

  /// The reading time of all threads together, without waiting for free space.
  [[nodiscard]] double reading_seconds() const { return reading_seconds_.load(); }

 private:
  struct Task;

  void make_tasks();
  void end_threads();
  void work();
  std::optional<std::size_t> claim_task();
  void run_task(Task& task);

  std::span<const SourcePlan> plans_;
  BatchReaderOptions options_;
  const std::atomic<bool>& stop_;
  std::vector<std::unique_ptr<Task>> tasks_;
  std::size_t current_ = 0;  // the current task
  std::size_t next_task_ = 0;
  bool ending_ = false;
  std::mutex mutex_;
  std::condition_variable moved_on_;
  std::atomic<double> reading_seconds_{0};
  std::vector<std::thread> threads_;
};

}  // namespace ludex
