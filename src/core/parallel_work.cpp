#include "core/parallel_work.hpp"

#include <atomic>
#include <ctime>

namespace ludex {
namespace {

std::atomic<double> counted_seconds{0};
thread_local int works_on_this_thread = 0;

double cpu_seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

}  // namespace

ParallelWork::ParallelWork() {
  if (works_on_this_thread++ == 0) begin_ = cpu_seconds(CLOCK_THREAD_CPUTIME_ID);
}

ParallelWork::~ParallelWork() {
  if (--works_on_this_thread == 0) {
    counted_seconds += cpu_seconds(CLOCK_THREAD_CPUTIME_ID) - begin_;
  }
}

void ParallelWork::add(double seconds) { counted_seconds += seconds; }

double ParallelWork::total_seconds() { return counted_seconds; }

double process_cpu_seconds() { return cpu_seconds(CLOCK_PROCESS_CPUTIME_ID); }

}  // namespace ludex
