#pragma once

#include <cassert>
#include <utility>
#include <variant>

namespace ludex {

/// A value or an error, for errors that are ordinary. Like std::expected of C++23.
template <class T, class E>
class Expected {
 public:
  Expected(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Expected(E error) : state_(std::in_place_index<1>, std::move(error)) {}

  [[nodiscard]] bool has_value() const { return state_.index() == 0; }
  explicit operator bool() const { return has_value(); }
  /// \pre has_value()
  [[nodiscard]] const T& operator*() const {
    assert(has_value() && "there is an error, no value");
    return *std::get_if<0>(&state_);
  }
  [[nodiscard]] const T* operator->() const { return &**this; }
  /// \pre !has_value()
  [[nodiscard]] const E& error() const {
    assert(!has_value() && "there is a value, no error");
    return *std::get_if<1>(&state_);
  }

 private:
  std::variant<T, E> state_;
};

}  // namespace ludex
