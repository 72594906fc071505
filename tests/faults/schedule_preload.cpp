// Loaded into a program before all other libraries (LD_PRELOAD): runs its threads one at a time, in
// an order that a seed decides. A thread may be replaced by another wherever it locks, unlocks,
// waits, wakes or yields, TBB's threads too; time is counted, not measured. So an order that loses
// or hangs can be run again. README.md explains how schedules.py uses it.
//
//   LUDEX_SCHEDULE_SEED    decides the order; without it nothing changes
//   LUDEX_SCHEDULE_REPORT  a file that receives "steps N threads N trace HASH" at the end
//
// Threads that wait for each other end the program with exit status 86 and a list of them.
// TBB draws numbers from addresses, so the program is started again with fixed ones, where that is
// allowed; elsewhere a seed gives another order each time.

#include <dlfcn.h>
#include <linux/futex.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>

namespace {

constexpr int kMaxThreads = 512;
constexpr int kExitStuck = 86;
constexpr unsigned long kMaxSteps = 3'000'000;
constexpr unsigned long kMaxIdleWakes = 3000;  // of threads that look what is new now and then
constexpr unsigned long kMaxYields = 200;      // in a row, until the thread held back may run

enum class State { runnable, on_mutex, on_condition, on_futex, on_once, on_join, on_file, done };
constexpr const char* kStateNames[] = {"runs",       "locks",     "waits for a condition",
                                       "futex",      "call once", "joins",
                                       "reads from", "has ended"};

struct Thread {
  int number = 0;
  State state = State::runnable;
  const void* awaited = nullptr;
  bool has_deadline = false;
  bool is_late = false;  // woken by its deadline
  int file = -1;
  pthread_t handle{};
  bool is_joined = false;
  int destructor_rounds = 0;
  void* (*start)(void*) = nullptr;
  void* argument = nullptr;
  std::atomic<int> turn{0};
};

// All of these belong to the thread that runs. Plain objects: calls come before constructors.
Thread threads[kMaxThreads];
int thread_count;
bool active;
uint64_t random_state;
unsigned keep_running_bits;  // a thread is replaced once in 2^this steps
int held_back = -1;          // this thread runs only where no other can
bool wakes_for_nothing;      // as conditions and futexes may
uint64_t ns_of_step;
unsigned long steps, yields_in_a_row, idle_wakes;
uint64_t trace = 14695981039346656037U;
uint64_t now_ns = 1'700'000'000'000'000'000U;
pthread_key_t end_key;
const char* report_path;
uint64_t seed;
thread_local Thread* self __attribute__((tls_model("initial-exec")));

/// The function of this name that the C library has. Without a guard, on which threads would wait.
#define REAL(name)                                          \
  ([]() -> decltype(&name) {                                \
    static constinit std::atomic<void*> known{nullptr};     \
    if (known == nullptr) known = dlsym(RTLD_NEXT, #name);  \
    return reinterpret_cast<decltype(&name)>(known.load()); \
  }())

long system_call(long number, long a, long b, long c, long d = 0, long e = 0, long f = 0) {
  return REAL(syscall)(number, a, b, c, d, e, f);
}

uint64_t draw() {  // splitmix64
  uint64_t mixed = random_state += 0x9e3779b97f4a7c15U;
  mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9U;
  mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebU;
  return mixed ^ (mixed >> 31);
}

bool one_in(unsigned bits) { return draw() % (uint64_t{1} << bits) == 0; }

[[noreturn]] void stuck(const char* what) {
  char line[200];
  int size = snprintf(line, sizeof line, "schedule %lu: %s after %lu steps\n",
                      static_cast<unsigned long>(seed), what, steps);
  system_call(SYS_write, 2, reinterpret_cast<long>(line), size);
  for (int i = 0; i < thread_count; ++i) {
    const Thread& thread = threads[i];
    if (thread.state == State::done) continue;
    size = snprintf(line, sizeof line, "  thread %d %s %p\n", i,
                    kStateNames[static_cast<int>(thread.state)], thread.awaited);
    system_call(SYS_write, 2, reinterpret_cast<long>(line), size);
  }
  system_call(SYS_exit_group, kExitStuck, 0, 0);
  abort();
}

bool can_read(int file) {
  pollfd one{file, POLLIN, 0};
  return system_call(SYS_poll, reinterpret_cast<long>(&one), 1, 0) != 0;
}

void wake(Thread& thread, bool by_deadline = false) {
  thread.state = State::runnable;
  thread.awaited = nullptr;
  thread.is_late = by_deadline;
}

template <class Wanted>
Thread* draw_thread(const Wanted& wanted) {
  int count = 0;
  for (int i = 0; i < thread_count; ++i) count += wanted(threads[i]) ? 1 : 0;
  if (count == 0) return nullptr;
  int place = static_cast<int>(draw() % static_cast<uint64_t>(count));
  for (int i = 0;; ++i) {
    if (wanted(threads[i]) && place-- == 0) return &threads[i];
  }
}

/// Where no thread can run: one whose deadline passes, else one that reads from outside.
void wake_from_outside() {
  const auto waits_with_deadline = [](const Thread& thread) {
    return thread.state != State::runnable && thread.state != State::done && thread.has_deadline;
  };
  if (Thread* const late = draw_thread(waits_with_deadline)) {
    now_ns += 1'000'000'000;
    if (++idle_wakes > kMaxIdleWakes) stuck("nothing goes on");
    return wake(*late, true);
  }
  pollfd files[kMaxThreads];
  Thread* readers[kMaxThreads];
  nfds_t count = 0;
  for (int i = 0; i < thread_count; ++i) {
    if (threads[i].state != State::on_file) continue;
    readers[count] = &threads[i];
    files[count++] = {threads[i].file, POLLIN, 0};
  }
  if (count == 0) stuck("threads wait for each other");
  while (system_call(SYS_poll, reinterpret_cast<long>(files), static_cast<long>(count), -1) < 0) {
  }
  for (nfds_t i = 0; i < count; ++i) {
    if (files[i].revents != 0) wake(*readers[i]);
  }
}

void wake_for_nothing() {
  const auto may_wake = [](const Thread& thread) {
    return thread.state == State::on_condition || thread.state == State::on_futex;
  };
  if (Thread* const thread = draw_thread(may_wake)) wake(*thread);
}

Thread& choose(bool yields) {
  if (wakes_for_nothing && one_in(6)) wake_for_nothing();
  const auto is_runnable = [](const Thread& thread) { return thread.state == State::runnable; };
  if (self->state == State::runnable && !yields && !one_in(keep_running_bits)) return *self;
  while (draw_thread(is_runnable) == nullptr) wake_from_outside();
  const bool all_yield = yields_in_a_row > kMaxYields;
  const auto is_preferred = [&](const Thread& thread) {
    if (thread.state != State::runnable) return false;
    return all_yield || (thread.number != held_back && !(yields && &thread == self));
  };
  if (Thread* const preferred = draw_thread(is_preferred)) return *preferred;
  return *draw_thread(is_runnable);
}

void wait_for_turn(Thread& thread) {
  while (thread.turn.load() == 0) {
    system_call(SYS_futex, reinterpret_cast<long>(&thread.turn), FUTEX_WAIT_PRIVATE, 0);
  }
  thread.turn.store(0);
}

void give_turn(Thread& thread) {
  thread.turn.store(1);
  system_call(SYS_futex, reinterpret_cast<long>(&thread.turn), FUTEX_WAKE_PRIVATE, 1);
}

/// Another thread may go on here; this one does when it is chosen again.
void step(bool yields = false) {
  const int error = errno;
  if (++steps > kMaxSteps) stuck("no end");
  yields_in_a_row = yields ? yields_in_a_row + 1 : 0;
  if (!yields && !self->is_late) idle_wakes = 0;
  now_ns += ns_of_step;
  Thread& chosen = choose(yields);
  trace = (trace ^ static_cast<uint64_t>(chosen.number + 1)) * 1099511628211U;
  if (&chosen != self) {
    Thread& thread = *self;
    give_turn(chosen);
    wait_for_turn(thread);
  }
  errno = error;
}

bool is_managed() { return active && self != nullptr && self->state != State::done; }

/// \returns false if the deadline passed
bool wait_on(State state, const void* awaited, bool has_deadline = false) {
  self->state = state;
  self->awaited = awaited;
  self->has_deadline = has_deadline;
  self->is_late = false;
  step();
  return !self->is_late;
}

void wake_all(State state, const void* awaited) {
  for (int i = 0; i < thread_count; ++i) {
    if (threads[i].state == state && threads[i].awaited == awaited) wake(threads[i]);
  }
}

int wake_some(State state, const void* awaited, int most) {
  int woken = 0;
  const auto waits = [&](const Thread& thread) {
    return thread.state == state && thread.awaited == awaited;
  };
  while (woken < most) {
    Thread* const thread = draw_thread(waits);
    if (thread == nullptr) break;
    wake(*thread);
    ++woken;
  }
  return woken;
}

/// Takes what `try_to_take` takes, as soon as it can.
template <class Try>
int take(const void* lock, const Try& try_to_take) {
  step();
  for (;;) {
    const int status = try_to_take();
    if (status != EBUSY) return status;
    wait_on(State::on_mutex, lock);
  }
}

int release(const void* lock, int status) {
  wake_all(State::on_mutex, lock);
  step();
  return status;
}

int wait_for_condition(pthread_cond_t* condition, pthread_mutex_t* mutex, bool has_deadline) {
  if (!is_managed()) {  // may wake for nothing
    REAL(pthread_mutex_unlock)(mutex);
    REAL(sched_yield)();
    return REAL(pthread_mutex_lock)(mutex);
  }
  REAL(pthread_mutex_unlock)(mutex);
  wake_all(State::on_mutex, mutex);
  const bool in_time = wait_on(State::on_condition, condition, has_deadline);
  const int status = take(mutex, [&] { return REAL(pthread_mutex_trylock)(mutex); });
  return status != 0 || in_time ? status : ETIMEDOUT;
}

/// After all other destructors of a thread: it has ended.
void end_thread(void* ended) {
  Thread& thread = *static_cast<Thread*>(ended);
  if (++thread.destructor_rounds < PTHREAD_DESTRUCTOR_ITERATIONS) {
    pthread_setspecific(end_key, ended);
    return;
  }
  thread.state = State::done;
  wake_all(State::on_join, &thread);
  give_turn(choose(false));
}

void* run_thread(void* started) {
  self = static_cast<Thread*>(started);
  pthread_setspecific(end_key, started);
  wait_for_turn(*self);
  return self->start(self->argument);
}

Thread* find_thread(pthread_t handle) {
  for (int i = thread_count - 1; i >= 0; --i) {
    if (!threads[i].is_joined && pthread_equal(threads[i].handle, handle)) return &threads[i];
  }
  return nullptr;
}

bool is_pipe(int file) {
  struct stat status {};
  if (system_call(SYS_fstat, file, reinterpret_cast<long>(&status), 0) != 0) return false;
  return S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode);
}

void sleep_for(uint64_t ns) {
  now_ns += ns;
  step(true);
}

uint64_t ns_in(const timespec& time) {
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

long call_futex(const int* word, long operation, int value, bool has_deadline) {
  switch (operation & FUTEX_CMD_MASK) {
    case FUTEX_WAIT:
    case FUTEX_WAIT_BITSET:
      step();
      if (__atomic_load_n(word, __ATOMIC_SEQ_CST) != value) {
        errno = EAGAIN;
        return -1;
      }
      if (wait_on(State::on_futex, word, has_deadline)) return 0;
      errno = ETIMEDOUT;
      return -1;
    default: {  // a wake
      const int woken = wake_some(State::on_futex, word, value);
      step();
      return woken;
    }
  }
}

bool is_wait_or_wake(long operation) {
  const long command = operation & FUTEX_CMD_MASK;
  return command == FUTEX_WAIT || command == FUTEX_WAIT_BITSET || command == FUTEX_WAKE ||
         command == FUTEX_WAKE_BITSET;
}

void fix_addresses(char** arguments, char** environment) {
  const int now = personality(0xffffffff);
  if (now < 0 || (now & ADDR_NO_RANDOMIZE) != 0) return;
  if (personality(static_cast<unsigned long>(now) | ADDR_NO_RANDOMIZE) < 0) return;
  execve("/proc/self/exe", arguments, environment);
}

__attribute__((constructor)) void begin(int, char** arguments, char** environment) {
  const char* const wanted = getenv("LUDEX_SCHEDULE_SEED");
  if (wanted == nullptr) return;
  fix_addresses(arguments, environment);
  report_path = getenv("LUDEX_SCHEDULE_REPORT");
  seed = random_state = strtoull(wanted, nullptr, 10);
  // Long turns find what short ones do not, and a thread that comes last what chance does not.
  constexpr unsigned kBits[] = {1, 3, 5, 8};
  keep_running_bits = kBits[draw() % 4];
  if (one_in(1)) held_back = static_cast<int>(draw() % 8);
  wakes_for_nothing = one_in(1);
  ns_of_step =
      one_in(1) ? 1000 : 10'000'000;  // the second makes everything due that is due by time
  pthread_key_create(&end_key, end_thread);
  thread_count = 1;
  threads[0].handle = pthread_self();
  self = &threads[0];
  active = true;
}

__attribute__((destructor)) void end() {
  if (!active || report_path == nullptr) return;
  if (FILE* const report = fopen(report_path, "w")) {
    fprintf(report, "steps %lu threads %d trace %016lx\n", steps, thread_count,
            static_cast<unsigned long>(trace));
    fclose(report);
  }
}

}  // namespace

extern "C" {

int pthread_create(pthread_t* handle, const pthread_attr_t* attributes, void* (*start)(void*),
                   void* argument) {
  if (!is_managed()) return REAL(pthread_create)(handle, attributes, start, argument);
  if (thread_count == kMaxThreads) return EAGAIN;
  Thread& thread = threads[thread_count];
  thread.number = thread_count;
  thread.start = start;
  thread.argument = argument;
  const int status = REAL(pthread_create)(&thread.handle, attributes, run_thread, &thread);
  if (status != 0) return status;
  *handle = thread.handle;
  ++thread_count;
  step();
  return 0;
}

int pthread_join(pthread_t handle, void** result) {
  Thread* const thread = is_managed() ? find_thread(handle) : nullptr;
  if (thread == nullptr) return REAL(pthread_join)(handle, result);
  step();
  while (thread->state != State::done) wait_on(State::on_join, thread);
  thread->is_joined = true;
  return REAL(pthread_join)(handle, result);
}

int pthread_mutex_lock(pthread_mutex_t* mutex) {
  if (!is_managed()) return REAL(pthread_mutex_lock)(mutex);
  return take(mutex, [&] { return REAL(pthread_mutex_trylock)(mutex); });
}

int pthread_mutex_trylock(pthread_mutex_t* mutex) {
  if (is_managed()) step();
  return REAL(pthread_mutex_trylock)(mutex);
}

int pthread_mutex_unlock(pthread_mutex_t* mutex) {
  const int status = REAL(pthread_mutex_unlock)(mutex);
  return is_managed() ? release(mutex, status) : status;
}

int pthread_rwlock_rdlock(pthread_rwlock_t* lock) {
  if (!is_managed()) return REAL(pthread_rwlock_rdlock)(lock);
  return take(lock, [&] { return REAL(pthread_rwlock_tryrdlock)(lock); });
}

int pthread_rwlock_wrlock(pthread_rwlock_t* lock) {
  if (!is_managed()) return REAL(pthread_rwlock_wrlock)(lock);
  return take(lock, [&] { return REAL(pthread_rwlock_trywrlock)(lock); });
}

int pthread_rwlock_unlock(pthread_rwlock_t* lock) {
  const int status = REAL(pthread_rwlock_unlock)(lock);
  return is_managed() ? release(lock, status) : status;
}

int pthread_cond_wait(pthread_cond_t* condition, pthread_mutex_t* mutex) {
  return wait_for_condition(condition, mutex, false);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex, const timespec*) {
  return wait_for_condition(condition, mutex, true);
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t,
                           const timespec*) {
  return wait_for_condition(condition, mutex, true);
}

int pthread_cond_signal(pthread_cond_t* condition) {
  if (!is_managed()) return 0;
  wake_some(State::on_condition, condition, 1);
  step();
  return 0;
}

int pthread_cond_broadcast(pthread_cond_t* condition) {
  if (!is_managed()) return 0;
  wake_all(State::on_condition, condition);
  step();
  return 0;
}

int pthread_once(pthread_once_t* once, void (*function)()) {
  if (!is_managed()) return REAL(pthread_once)(once, function);
  static const void* begun[kMaxThreads];  // one for each thread that is in one
  const auto is_begun = [&] {
    for (int i = 0; i < thread_count; ++i) {
      if (i != self->number && begun[i] == once) return true;
    }
    return false;
  };
  while (is_begun()) wait_on(State::on_once, once);
  const void* const outer = begun[self->number];
  begun[self->number] = once;
  const int status = REAL(pthread_once)(once, function);
  begun[self->number] = outer;
  wake_all(State::on_once, once);
  return status;
}

int sched_yield() {
  if (!is_managed()) return REAL(sched_yield)();
  step(true);
  return 0;
}

int nanosleep(const timespec* time, timespec* rest) {
  if (!is_managed()) return REAL(nanosleep)(time, rest);
  sleep_for(ns_in(*time));
  return 0;
}

int clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec* rest) {
  if (!is_managed()) return REAL(clock_nanosleep)(clock, flags, time, rest);
  sleep_for(flags == 0 ? ns_in(*time) : ns_of_step);
  return 0;
}

int usleep(useconds_t microseconds) {
  if (!is_managed()) return REAL(usleep)(microseconds);
  sleep_for(uint64_t{microseconds} * 1000);
  return 0;
}

int clock_gettime(clockid_t clock, timespec* time) {
  if (!active) return REAL(clock_gettime)(clock, time);
  time->tv_sec = static_cast<time_t>(now_ns / 1'000'000'000);
  time->tv_nsec = static_cast<long>(now_ns % 1'000'000'000);
  return 0;
}

ssize_t read(int file, void* buffer, size_t size) {
  if (is_managed() && is_pipe(file)) {
    self->file = file;
    while (!can_read(file)) wait_on(State::on_file, nullptr);
  }
  return REAL(read)(file, buffer, size);
}

ssize_t write(int file, const void* bytes, size_t size) {
  const ssize_t written = REAL(write)(file, bytes, size);
  if (is_managed() && is_pipe(file)) wake_all(State::on_file, nullptr);
  return written;
}

long syscall(long number, ...) {
  va_list list;
  va_start(list, number);
  long arguments[6];
  for (long& argument : arguments) argument = va_arg(list, long);
  va_end(list);
  if (number == SYS_futex && is_managed() && is_wait_or_wake(arguments[1])) {
    return call_futex(reinterpret_cast<const int*>(arguments[0]), arguments[1],
                      static_cast<int>(arguments[2]), arguments[3] != 0);
  }
  return REAL(syscall)(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4],
                       arguments[5]);
}

}  // extern "C"
