#pragma once

namespace ludex {

/// Counts the CPU time of this thread, while it lives, as work that all threads can do at once.
/// What remains of a process's CPU time is serial: more cores do not shorten it. One inside another
/// on the same thread counts nothing. Costs two calls of the clock (1 us).
class ParallelWork {
 public:
  ParallelWork();
  ~ParallelWork();
  ParallelWork(const ParallelWork&) = delete;
  ParallelWork& operator=(const ParallelWork&) = delete;

  /// Of all threads of the process so far.
  [[nodiscard]] static double total_seconds();
  /// Counts what a library did on threads of its own.
  static void add(double seconds);

 private:
  double begin_ = 0;
};

/// The CPU time of all threads of the process so far.
[[nodiscard]] double process_cpu_seconds();

}  // namespace ludex
