#include "pipeline/batch_reader.hpp"

#include "pipeline/source_plan.hpp"
#include "pipeline/threads.hpp"

#include <algorithm>
#include <chrono>
#include <deque>
#include <exception>
#include <utility>

namespace ludex {
namespace {

constexpr std::int64_t kSmallTaskBytes = 4 * 1024 * 1024;
constexpr std::size_t kMostSourcesInTask = 4096;

using Clock = std::chrono::steady_clock;

/// Thrown to end a reading task when the pipeline has stopped.
struct Abandoned {};

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The batches of one reading task, on their way to the pipeline. One thread pushes, one pops.
class BatchQueue {
 public:
  /// A batch with a long record may be larger than `capacity_bytes`; then it waits alone.
  BatchQueue(std::size_t capacity, std::size_t capacity_bytes)
      : capacity_(capacity), capacity_bytes_(capacity_bytes) {}

  /// Waits for room. \returns false if the pipeline has stopped.
  bool push(Batch batch) {
    std::unique_lock lock(mutex_);
    has_room_.wait(lock, [&] { return has_room_for(batch) || abandoned_; });
    if (abandoned_) return false;
    bytes_ += batch.text.size();
    batches_.push_back(std::move(batch));
    has_batch_.notify_one();
    return true;
  }
  /// No batch follows; pop() throws `error` after the last one.
  void close(std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    closed_ = true;
    error_ = std::move(error);
    has_batch_.notify_one();
  }
  /// Waits for a batch; none after the last one.
  [[nodiscard]] std::optional<Batch> pop() {
    std::unique_lock lock(mutex_);
    has_batch_.wait(lock, [&] { return !batches_.empty() || closed_; });
    if (batches_.empty()) {
      if (error_) std::rethrow_exception(std::exchange(error_, nullptr));
      return std::nullopt;
    }
    Batch batch = std::move(batches_.front());
    batches_.pop_front();
    bytes_ -= batch.text.size();
    has_room_.notify_one();
    return batch;
  }
  /// Ends waiting pushes: the pipeline stops.
  void abandon() {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    has_room_.notify_all();
  }

 private:
  [[nodiscard]] bool has_room_for(const Batch& batch) const {
    if (batches_.empty()) return true;
    return batches_.size() < capacity_ && bytes_ + batch.text.size() <= capacity_bytes_;
  }

  std::size_t capacity_;
  std::size_t capacity_bytes_;
  std::size_t bytes_ = 0;
  std::mutex mutex_;
  std::condition_variable has_room_;
  std::condition_variable has_batch_;
  std::deque<Batch> batches_;
  std::exception_ptr error_;
  bool closed_ = false;
  bool abandoned_ = false;
};

}  // namespace

struct BatchReader::Task {
  std::size_t first = 0, end = 0;  // plans
  BatchQueue queue;
};

BatchReader::BatchReader(std::span<const SourcePlan> plans, const BatchReaderOptions& options,
                         const std::atomic<bool>& stop)
    : plans_(plans), options_(options), stop_(stop) {
  make_tasks();
  const auto wanted =
      std::min<std::size_t>(static_cast<std::size_t>(options.threads), tasks_.size());
  if (wanted == 0) return;
  options_.scan.memory_bytes = decoder_bytes_of_each(options.scan.memory_bytes, wanted);
  try {
    while (threads_.size() < wanted) threads_.push_back(start_thread([this] { work(); }));
  } catch (...) {
    end_threads();
    throw;
  }
}

BatchReader::~BatchReader() { end_threads(); }

void BatchReader::end_threads() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  moved_on_.notify_all();
  for (auto& task : tasks_) task->queue.abandon();
  for (std::thread& thread : threads_) thread.join();
}

void BatchReader::make_tasks() {
  std::int64_t bytes = 0;
  for (std::size_t i = 0; i < plans_.size(); ++i) {
    if (plans_[i].action == SourcePlan::Action::known) continue;
    const std::int64_t size = plans_[i].name.is_stream() ? kSmallTaskBytes : plans_[i].row.bytes;
    const bool together = !tasks_.empty() && tasks_.back()->end == i &&
                          bytes + size <= kSmallTaskBytes &&
                          i - tasks_.back()->first < kMostSourcesInTask;
    if (!together) {
      const std::size_t ahead = options_.batches_ahead;
      tasks_.push_back(
          std::unique_ptr<Task>(new Task{i, i, {ahead, 2 * ahead * options_.batch_bytes}}));
      bytes = 0;
    }
    tasks_.back()->end = i + 1;
    bytes += size;
  }
}

/// Tasks are claimed in order and at most `threads` ahead of the one being handed out, so that the
/// batches that wait are few.
std::optional<std::size_t> BatchReader::claim_task() {
  std::unique_lock lock(mutex_);
  moved_on_.wait(lock, [&] {
    return ending_ || next_task_ >= tasks_.size() ||
           next_task_ <= current_ + static_cast<std::size_t>(options_.threads);
  });
  if (ending_ || next_task_ >= tasks_.size()) return std::nullopt;
  return next_task_++;
}

void BatchReader::work() {
  while (const auto task = claim_task()) run_task(*tasks_[*task]);
}

void BatchReader::run_task(Task& task) {
  double waited = 0;
  const auto start = Clock::now();
  std::exception_ptr error;
  try {
    BatchBuilder builder(options_.batch_bytes, [&](Batch batch) {
      const auto push_start = Clock::now();
      if (!task.queue.push(std::move(batch))) throw Abandoned{};
      waited += seconds_since(push_start);
    });
    for (std::size_t i = task.first; i < task.end && !stop_; ++i) {
      scan_source(plans_[i], options_.scan, stop_, builder);
    }
    builder.flush();
  } catch (const Abandoned&) {
  } catch (...) {
    error = std::current_exception();
  }
  reading_seconds_ += seconds_since(start) - waited;
  task.queue.close(error);
}

std::optional<Batch> BatchReader::next() {
  while (current_ < tasks_.size() && !stop_) {
    if (auto batch = tasks_[current_]->queue.pop()) return batch;
    {
      const std::lock_guard lock(mutex_);
      ++current_;
    }
    moved_on_.notify_all();
  }
  return std::nullopt;
}

}  // namespace ludex
