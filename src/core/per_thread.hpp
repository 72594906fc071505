#pragma once

#include <memory>
#include <utility>

namespace ludex {

/// What a thread keeps until it ends.
class KeptByThread {
 public:
  KeptByThread() = default;
  virtual ~KeptByThread() = default;
  KeptByThread(const KeptByThread&) = delete;
  KeptByThread& operator=(const KeptByThread&) = delete;

 private:
  friend void keep_until_thread_ends(std::unique_ptr<KeptByThread> kept);
  friend void end_kept_by_thread(void* newest);
  std::unique_ptr<KeptByThread> older_;
};

/// The main thread keeps it to the end of the process.
/// \throws std::bad_alloc
void keep_until_thread_ends(std::unique_ptr<KeptByThread> kept);

template <class T>
T& make_kept_by_thread() {
  struct Kept final : KeptByThread {
    T object{};
  };
  auto kept = std::make_unique<Kept>();
  T& object = kept->object;
  keep_until_thread_ends(std::move(kept));
  return object;
}

/// The T of this thread for one use, made at the first call. It is like a `thread_local` T, but
/// throws std::bad_alloc when memory has run out: if a `thread_local` T has a destructor, the C
/// library ends the process then. Destructors must not call this function. Cost: a look at a
/// pointer.
/// \tparam Use  a type that names what it is for
template <class T, class Use>
[[nodiscard]] T& per_thread() {
  thread_local T* object = nullptr;
  if (object == nullptr) object = &make_kept_by_thread<T>();
  return *object;
}

}  // namespace ludex
