#pragma once

#include "ludex/game.hpp"

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex::web {

/// Text as a JSON string; NULL, numbers and texts of a row as JSON values.
[[nodiscard]] std::string to_json(std::string_view text);
[[nodiscard]] std::string to_json(double number);
template <std::same_as<Value> Cell>
[[nodiscard]] std::string to_json(const Cell& value);
template <>
std::string to_json<Value>(const Value& value);
template <std::integral Number>
[[nodiscard]] std::string to_json(Number number) {
  if constexpr (std::same_as<Number, bool>) return number ? "true" : "false";
  return std::to_string(number);
}
template <class T>
[[nodiscard]] std::string to_json(const std::optional<T>& value) {
  return value ? to_json(*value) : "null";
}

/// An object or an array that grows member by member.
class JsonObject {
 public:
  template <class T>
  JsonObject& add(std::string_view name, const T& value) {
    return add_json(name, to_json(value));
  }
  /// Text that is JSON already.
  JsonObject& add_json(std::string_view name, std::string_view json);
  [[nodiscard]] std::string take() { return std::move(text_ += '}'); }

 private:
  std::string text_ = "{";
};

class JsonArray {
 public:
  template <class T>
  JsonArray& add(const T& value) {
    return add_json(to_json(value));
  }
  JsonArray& add_json(std::string_view json);
  [[nodiscard]] std::string take() { return std::move(text_ += ']'); }

 private:
  std::string text_ = "[";
};

}  // namespace ludex::web
