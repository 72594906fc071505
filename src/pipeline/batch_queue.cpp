#include "pipeline/batch_queue.hpp"

#include <utility>

namespace ludex {

bool BatchQueue::has_room_for(const Batch& batch) const {
  if (batches_.empty()) return true;
  return batches_.size() < capacity_ && bytes_ + batch.text.size() <= capacity_bytes_;
}

bool BatchQueue::push(Batch batch) {
  std::unique_lock lock(mutex_);
  has_room_.wait(lock, [&] { return has_room_for(batch) || abandoned_; });
  if (abandoned_) return false;
  bytes_ += batch.text.size();
  batches_.push_back(std::move(batch));
  has_batch_.notify_one();
  return true;
}

void BatchQueue::close(std::exception_ptr error) {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  error_ = std::move(error);
  has_batch_.notify_one();
}

std::optional<Batch> BatchQueue::pop() {
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

void BatchQueue::abandon() {
  const std::lock_guard lock(mutex_);
  abandoned_ = true;
  has_room_.notify_all();
}

}  // namespace ludex
