#pragma once

#include <cstddef>
#include <cstdint>

#if defined(__SSE2__) && !defined(LUDEX_PORTABLE)
#define LUDEX_SSE2 1
#include <emmintrin.h>
#else
#include <array>
#endif

namespace ludex {

/// Sixteen bytes that are compared at once: with SSE2, or by the plain twin below it, which the
/// option LUDEX_PORTABLE chooses on every processor.
class Bytes16 {
 public:
  static constexpr std::size_t kSize = 16;

#ifdef LUDEX_SSE2
  [[nodiscard]] static Bytes16 load(const char* bytes) {
    return Bytes16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes)));
  }
  [[nodiscard]] static Bytes16 all(char byte) { return Bytes16(_mm_set1_epi8(byte)); }
  /// 0xFF where both hold the same byte, 0 elsewhere.
  [[nodiscard]] Bytes16 equal(Bytes16 other) const {
    return Bytes16(_mm_cmpeq_epi8(bytes_, other.bytes_));
  }
  [[nodiscard]] Bytes16 operator|(Bytes16 other) const {
    return Bytes16(_mm_or_si128(bytes_, other.bytes_));
  }
  /// Bit i: the highest bit of byte i.
  [[nodiscard]] std::uint16_t high_bits() const {
    return static_cast<std::uint16_t>(_mm_movemask_epi8(bytes_));
  }

 private:
  explicit Bytes16(__m128i bytes) : bytes_(bytes) {}
  __m128i bytes_;
#else
  [[nodiscard]] static Bytes16 load(const char* bytes) {
    return made([bytes](std::size_t i) { return static_cast<std::uint8_t>(bytes[i]); });
  }
  [[nodiscard]] static Bytes16 all(char byte) {
    return made([byte](std::size_t) { return static_cast<std::uint8_t>(byte); });
  }
  [[nodiscard]] Bytes16 equal(const Bytes16& other) const {
    return made([&](std::size_t i) {
      return static_cast<std::uint8_t>(bytes_[i] == other.bytes_[i] ? 0xFF : 0);
    });
  }
  [[nodiscard]] Bytes16 operator|(const Bytes16& other) const {
    return made(
        [&](std::size_t i) { return static_cast<std::uint8_t>(bytes_[i] | other.bytes_[i]); });
  }
  [[nodiscard]] std::uint16_t high_bits() const {
    unsigned bits = 0;
    for (std::size_t i = 0; i < kSize; ++i) bits |= static_cast<unsigned>(bytes_[i] >> 7) << i;
    return static_cast<std::uint16_t>(bits);
  }

 private:
  template <class Byte>
  static Bytes16 made(Byte byte) {
    Bytes16 bytes;
    for (std::size_t i = 0; i < kSize; ++i) bytes.bytes_[i] = byte(i);
    return bytes;
  }
  std::array<std::uint8_t, kSize> bytes_{};
#endif
};

}  // namespace ludex
