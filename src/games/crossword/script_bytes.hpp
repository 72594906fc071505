#pragma once

#include "core/little_endian.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::crossword {

/// Bytes that are packed two to an operation of a script, the first one in the low half.
class ByteWriter {
 public:
  void byte(std::uint8_t value) { bytes_.push_back(value); }
  void number(std::uint64_t value) { append_varint(bytes_, value); }
  void signed_number(std::int64_t value) { number(zigzag(value)); }
  void codes(std::span<const std::uint8_t> values) {
    number(values.size());
    bytes_.insert(bytes_.end(), values.begin(), values.end());
  }
  void text(std::string_view value) {
    number(value.size());
    bytes_.insert(bytes_.end(), value.begin(), value.end());
  }
  void bytes(const ByteWriter& other) {
    bytes_.insert(bytes_.end(), other.bytes_.begin(), other.bytes_.end());
  }
  void clear() { bytes_.clear(); }

  void append_ops(std::vector<std::uint16_t>& ops) const {
    const std::size_t first = ops.size();
    ops.resize(first + (bytes_.size() + 1) / 2);
    const std::size_t pairs = bytes_.size() / 2;
    for (std::size_t i = 0; i < pairs; ++i) {
      ops[first + i] = static_cast<std::uint16_t>(bytes_[2 * i] | bytes_[2 * i + 1] << 8);
    }
    if (bytes_.size() % 2 != 0) ops.back() = bytes_.back();
  }

 private:
  std::vector<std::uint8_t> bytes_;
};

/// Takes the bytes out again. Behind their end, and for what has no meaning, it gives zeros and
/// ok() is false from then on.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::uint16_t> ops) : ops_(ops) {}

  [[nodiscard]] bool ok() const { return ok_; }
  bool fail() { return ok_ = false; }

  std::uint8_t byte() {
    if (at_ >= ops_.size() * 2) {
      ok_ = false;
      return 0;
    }
    const std::uint16_t op = ops_[at_ / 2];
    return static_cast<std::uint8_t>(at_++ % 2 == 0 ? op : op >> 8);
  }
  std::uint64_t number() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
      const std::uint8_t next = byte();
      value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
      if (next < 0x80) return value;
    }
    ok_ = false;
    return 0;
  }
  std::int64_t signed_number() { return unzigzag(number()); }
  /// A count of things of at least one byte each that follow.
  std::size_t count() {
    const std::uint64_t value = number();
    if (value <= ops_.size() * 2 - at_) return static_cast<std::size_t>(value);
    ok_ = false;
    return 0;
  }
  void codes(std::vector<std::uint8_t>& out) {
    out.resize(count());
    for (std::uint8_t& code : out) code = byte();
  }
  std::string text() {
    std::string value(count(), '\0');
    for (char& c : value) c = static_cast<char>(byte());
    return value;
  }

 private:
  std::span<const std::uint16_t> ops_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace ludex::crossword
