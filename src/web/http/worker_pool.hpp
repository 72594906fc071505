#pragma once

#include "web/http/message.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ludex::web {

struct PoolLimits {
  std::size_t workers = 2;  ///< threads that answer
  std::size_t streams = 4;  ///< answers that wait for slow readers, each with one more thread
  std::size_t queue = 64;   ///< tasks that wait for a thread
};

/// Threads with a handler each. An answer that is written while a reader takes it (begin_stream())
/// does not keep a worker from others: another thread, with its own handler, takes its place.
class WorkerPool {
 public:
  /// The handler is null where none could be made; the next task tries again.
  using Task = std::function<void(Handler*)>;
  using Report = std::function<void(const std::string&)>;

  /// \param report  gets a line for each handler that could not be made; on any thread
  WorkerPool(HandlerFactory factory, const PoolLimits& limits, Report report);
  ~WorkerPool();  ///< stop()
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// \returns false where the queue is full.
  bool submit(Task task);
  /// The calling worker will wait for a reader. \returns false where too many do, after `patience`.
  bool begin_stream(std::chrono::milliseconds patience = std::chrono::milliseconds(0));
  void end_stream();
  /// Drops what waits and joins the threads: each ends its task first.
  void stop();

 private:
  void add_thread();
  void work();
  [[nodiscard]] std::unique_ptr<Handler> make_handler() const;

  HandlerFactory factory_;
  PoolLimits limits_;
  Report report_;
  std::mutex mutex_;  // for all below
  std::condition_variable changed_;
  std::condition_variable stream_ended_;
  std::deque<Task> queue_;
  std::vector<std::thread> threads_;
  std::size_t idle_ = 0;
  std::size_t streams_ = 0;
  bool stopping_ = false;
};

}  // namespace ludex::web
