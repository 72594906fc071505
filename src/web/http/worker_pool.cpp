#include "web/http/worker_pool.hpp"

#include <fmt/format.h>

#include <exception>
#include <utility>

namespace ludex::web {

WorkerPool::WorkerPool(HandlerFactory factory, const PoolLimits& limits, Report report)
    : factory_(std::move(factory)), limits_(limits), report_(std::move(report)) {
  try {
    const std::lock_guard lock(mutex_);
    threads_.reserve(limits_.workers);
    while (threads_.size() < limits_.workers) add_thread();
  } catch (...) {
    stop();
    throw;
  }
}

WorkerPool::~WorkerPool() { stop(); }

void WorkerPool::add_thread() {
  threads_.emplace_back([this] { work(); });
}

bool WorkerPool::submit(Task task) {
  {
    const std::lock_guard lock(mutex_);
    // Tasks in the queue that an idle thread is about to take do not wait.
    if (stopping_ || queue_.size() >= limits_.queue + idle_) return false;
    queue_.push_back(std::move(task));
  }
  changed_.notify_one();
  return true;
}

bool WorkerPool::begin_stream(std::chrono::milliseconds patience) {
  std::unique_lock lock(mutex_);
  stream_ended_.wait_for(lock, patience, [&] { return stopping_ || streams_ < limits_.streams; });
  if (stopping_ || streams_ >= limits_.streams) return false;
  if (threads_.size() <= limits_.workers + streams_) add_thread();
  ++streams_;
  return true;
}

void WorkerPool::end_stream() {
  {
    const std::lock_guard lock(mutex_);
    --streams_;
  }
  stream_ended_.notify_one();
}

std::unique_ptr<Handler> WorkerPool::make_handler() const {
  try {
    return factory_();
  } catch (const std::exception& error) {
    report_(error.what());
    return nullptr;
  }
}

void WorkerPool::work() {
  std::unique_ptr<Handler> handler = make_handler();
  std::unique_lock lock(mutex_);
  while (true) {
    ++idle_;
    changed_.wait(lock, [&] { return stopping_ || !queue_.empty(); });
    --idle_;
    if (stopping_) return;
    const Task task = std::move(queue_.front());
    queue_.pop_front();
    lock.unlock();
    if (!handler) handler = make_handler();
    task(handler.get());
    lock.lock();
  }
}

void WorkerPool::stop() {
  std::vector<std::thread> threads;
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    queue_.clear();
    threads.swap(threads_);
  }
  changed_.notify_all();
  stream_ended_.notify_all();
  for (std::thread& thread : threads) thread.join();
}

}  // namespace ludex::web
