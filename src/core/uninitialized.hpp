#pragma once

#include "core/huge_memory.hpp"

#include <cstddef>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace ludex {

/// An allocator whose vectors leave new elements as they are: resize() does not touch memory that
/// is overwritten anyway, so that the pages come to the thread that fills them. Large vectors lie
/// in huge pages.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  [[nodiscard]] T* allocate(std::size_t count) {
    if (count < kLarge) return std::allocator<T>::allocate(count);
    return static_cast<T*>(allocate_huge(count * sizeof(T)));
  }
  void deallocate(T* place, std::size_t count) noexcept {
    if (count < kLarge) return std::allocator<T>::deallocate(place, count);
    free_huge(place);
  }
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }

 private:
  static constexpr std::size_t kLarge = 2 * kHugePageBytes / sizeof(T);
};

template <class T>
using UninitializedVector = std::vector<T, UninitializedAllocator<T>>;

}  // namespace ludex
