#pragma once

#include "pipeline/batch.hpp"

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <mutex>
#include <optional>

namespace ludex {

/// The batches of one reading task, on their way to the pipeline. One thread pushes, one pops.
class BatchQueue {
 public:
  /// A batch with a long record may be larger than `capacity_bytes`; then it waits alone.
  BatchQueue(std::size_t capacity, std::size_t capacity_bytes)
      : capacity_(capacity), capacity_bytes_(capacity_bytes) {}

  /// Waits for room. \returns false if the pipeline has stopped.
  bool push(Batch batch);
  /// No batch follows; pop() throws `error` after the last one.
  void close(std::exception_ptr error = nullptr);
  /// Waits for a batch; none after the last one.
  [[nodiscard]] std::optional<Batch> pop();
  /// Ends waiting pushes: the pipeline stops.
  void abandon();

 private:
  [[nodiscard]] bool has_room_for(const Batch& batch) const;

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

}  // namespace ludex
