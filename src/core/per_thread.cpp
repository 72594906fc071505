#include "core/per_thread.hpp"

#include <pthread.h>

#include <new>
#include <utility>

namespace ludex {

/// From the newest to the oldest.
void end_kept_by_thread(void* newest) {
  std::unique_ptr<KeptByThread> next(static_cast<KeptByThread*>(newest));
  while (next) next = std::move(next->older_);
}

namespace {

extern "C" void end_of_thread(void* newest) { end_kept_by_thread(newest); }

/// Of the list of each thread: a pointer to its newest entry.
pthread_key_t list_key() {
  static const pthread_key_t kKey = [] {
    pthread_key_t key{};
    if (pthread_key_create(&key, end_of_thread) != 0) throw std::bad_alloc();
    return key;
  }();
  return kKey;
}

}  // namespace

void keep_until_thread_ends(std::unique_ptr<KeptByThread> kept) {
  const pthread_key_t key = list_key();
  KeptByThread* const older = static_cast<KeptByThread*>(pthread_getspecific(key));
  if (pthread_setspecific(key, kept.get()) != 0) throw std::bad_alloc();
  kept->older_.reset(older);
  kept.release();  // NOLINT(bugprone-unused-return-value): the list has it
}

}  // namespace ludex
