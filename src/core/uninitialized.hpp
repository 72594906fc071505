#pragma once

#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace ludex {

/// An allocator whose vectors leave new elements as they are: resize() does not touch memory that
/// is overwritten anyway, so that the pages come to the thread that fills them.
template <class T>
struct UninitializedAllocator : std::allocator<T> {
  template <class U>
  struct rebind {
    using other = UninitializedAllocator<U>;
  };
  template <class U>
  void construct(U* place) noexcept {
    ::new (static_cast<void*>(place)) U;
  }
  template <class U, class... Values>
  void construct(U* place, Values&&... values) {
    ::new (static_cast<void*>(place)) U(std::forward<Values>(values)...);
  }
};

template <class T>
using UninitializedVector = std::vector<T, UninitializedAllocator<T>>;

}  // namespace ludex
