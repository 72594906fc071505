#include "source/expansion_limit.hpp"

#include <fmt/format.h>

namespace ludex {

void CountedStream::check_stop() const {
  if (stop_ != nullptr && *stop_) throw StreamDamage("stopped", DamageCause::read_error);
}

std::size_t CountedStream::read(std::span<char> buffer) {
  check_stop();
  const std::size_t got = stream_->read(buffer);
  progress_.add(got);
  return got;
}

std::uint64_t CountedStream::skip(std::uint64_t bytes) {
  check_stop();
  const std::uint64_t passed = stream_->skip(bytes);
  progress_.add(passed);
  return passed;
}

void ExpansionLimit::check(std::uint64_t produced_bytes) {
  if (produced_bytes <= kFreeBytes) return;
  if (static_cast<double>(produced_bytes) <= ratio_ * static_cast<double>(progress_.used_bytes())) {
    return;
  }
  was_exceeded_ = true;
  throw StreamDamage(
      fmt::format("{} bytes of the source unpack to more than {}:1; the rest of the source is left "
                  "out (--max-expansion allows more)",
                  progress_.used_bytes(), ratio_),
      DamageCause::limit);
}

}  // namespace ludex
