#include "source/byte_stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kSkipBufferBytes = 256 * 1024;

}  // namespace

std::uint64_t ByteStream::skip(std::uint64_t bytes) {
  std::vector<char> scratch(std::min<std::uint64_t>(bytes, kSkipBufferBytes));
  std::uint64_t passed = 0;
  while (passed < bytes) {
    const auto wanted = std::min<std::uint64_t>(bytes - passed, scratch.size());
    const std::size_t got = read({scratch.data(), static_cast<std::size_t>(wanted)});
    if (got == 0) break;
    passed += got;
  }
  return passed;
}

void ByteStream::seek(std::uint64_t) { assert(!"this stream cannot seek"); }

std::size_t ByteStream::read_at(std::uint64_t, std::span<char>) const {
  assert(!"this stream cannot seek");
  return 0;
}

std::size_t read_fully(ByteStream& stream, std::span<char> buffer) {
  std::size_t filled = 0;
  while (filled < buffer.size()) {
    const std::size_t got = stream.read(buffer.subspan(filled));
    if (got == 0) break;
    filled += got;
  }
  return filled;
}

std::size_t MemoryStream::read(std::span<char> buffer) {
  if (offset_ >= bytes_.size()) return 0;
  const std::size_t got = bytes_.copy(buffer.data(), buffer.size(), offset_);
  offset_ += got;
  return got;
}

std::size_t MemoryStream::read_at(std::uint64_t offset_bytes, std::span<char> buffer) const {
  if (offset_bytes >= bytes_.size()) return 0;
  return bytes_.copy(buffer.data(), buffer.size(), offset_bytes);
}

PeekedStream::PeekedStream(std::unique_ptr<ByteStream> stream, std::size_t head_bytes)
    : stream_(std::move(stream)), head_(head_bytes, '\0') {
  std::size_t filled = 0;
  try {
    while (filled < head_.size()) {
      const std::size_t got = stream_->read({head_.data() + filled, head_.size() - filled});
      if (got == 0) break;
      filled += got;
    }
  } catch (const StreamDamage&) {
    damage_ = std::current_exception();
  }
  head_.resize(filled);
}

std::size_t PeekedStream::read(std::span<char> buffer) {
  if (head_left() > 0) {
    const std::size_t got = head_.copy(buffer.data(), buffer.size(), head_used_);
    head_used_ += got;
    return got;
  }
  throw_damage_of_head();
  return stream_->read(buffer);
}

std::uint64_t PeekedStream::skip(std::uint64_t bytes) {
  const auto from_head = std::min<std::uint64_t>(bytes, head_left());
  head_used_ += static_cast<std::size_t>(from_head);
  if (from_head == bytes) return bytes;
  throw_damage_of_head();
  return from_head + stream_->skip(bytes - from_head);
}

void PeekedStream::seek(std::uint64_t offset_bytes) {
  head_used_ = head_.size();
  damage_ = nullptr;
  stream_->seek(offset_bytes);
}

void PeekedStream::throw_damage_of_head() {
  if (damage_) std::rethrow_exception(damage_);
}

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
  throw StreamDamage(fmt::format("{} bytes of the source expand by more than {}:1; the rest of the "
                                 "source was not read (--max-expansion raises the limit)",
                                 progress_.used_bytes(), ratio_),
                     DamageCause::limit);
}

}  // namespace ludex
