#pragma once

#include <vector>

namespace ludex {

template <class T>
[[gnu::noinline]] void make_room(std::vector<T>& values) {
  values.reserve(values.size() < 32 ? 64 : 2 * values.size());
}

/// push_back() for inner loops: its rare reallocation stays out of the caller, which would else
/// save registers for it each time.
template <class T>
inline void append(std::vector<T>& values, T value) {
  if (values.size() == values.capacity()) [[unlikely]]
    make_room(values);
  if (values.size() == values.capacity()) __builtin_unreachable();
  values.push_back(value);
}

}  // namespace ludex
