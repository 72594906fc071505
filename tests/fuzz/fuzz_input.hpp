#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace ludex::fuzz {

/// A law: libFuzzer keeps the input that breaks it.
/// \param file, line  of the caller, as std::source_location gives them where there is one
inline void require(bool holds, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  if (holds) return;
  std::fprintf(stderr, "%s:%d: a law is broken\n", file, line);
  std::abort();
}

/// The bytes of an input as numbers and texts: zeros and nothing at its end.
class FuzzInput {
 public:
  FuzzInput(const std::uint8_t* data, std::size_t size)
      : rest_(reinterpret_cast<const char*>(data), size) {}

  [[nodiscard]] bool empty() const { return rest_.empty(); }
  [[nodiscard]] std::uint8_t byte() {
    if (rest_.empty()) return 0;
    const auto value = static_cast<std::uint8_t>(rest_.front());
    rest_.remove_prefix(1);
    return value;
  }
  /// Below `end`. \pre 0 < end <= 256
  [[nodiscard]] std::size_t below(std::size_t end) { return byte() % end; }
  /// Little-endian, of so many bytes.
  [[nodiscard]] std::uint64_t number(int bytes) {
    std::uint64_t value = 0;
    for (int i = 0; i < bytes; ++i) value |= std::uint64_t{byte()} << (8 * i);
    return value;
  }
  [[nodiscard]] std::string_view take(std::size_t bytes) {
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(taken.size());
    return taken;
  }
  /// Up to the next `end`, which is passed over.
  [[nodiscard]] std::string_view until(char end) {
    const std::string_view taken = rest_.substr(0, rest_.find(end));
    rest_.remove_prefix(std::min(rest_.size(), taken.size() + 1));
    return taken;
  }
  [[nodiscard]] std::string_view rest() { return take(rest_.size()); }

 private:
  std::string_view rest_;
};

}  // namespace ludex::fuzz
