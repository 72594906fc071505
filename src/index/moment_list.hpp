#pragma once

#include "index/hot_postings.hpp"
#include "index/posting_block.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// The layout below.
///   0  u8   format version          8  u64  XXH64 of bytes 0 to 7 and 16 to the end
///   1  u8   bits of a moment
///   2  u16  0
///   4  u32  postings
/// then for each posting, in the order of numbers, the moment it belongs to: `bits of a moment`
/// bits, each byte filled from its lowest bit on. Moments are numbered as they first occur.
inline constexpr std::uint8_t kMomentFormat = 1;
inline constexpr std::size_t kMomentHeaderBytes = 16;

/// \pre each moment occurred before or is the next number
[[nodiscard]] std::string pack_moments(std::span<const std::uint32_t> moments);

/// The moments of postings with the same key, packed. `bytes` must outlive it. Cost: a checksum to
/// open, then about 2 ns each.
class MomentList {
 public:
  [[nodiscard]] BlockFault open(std::string_view bytes);
  [[nodiscard]] std::uint32_t postings() const { return postings_; }
  /// Moments are below this.
  [[nodiscard]] std::uint32_t most_moments() const { return std::uint32_t{1} << bits_; }
  /// \pre posting < postings()
  [[nodiscard]] std::uint32_t moment(std::uint32_t posting) const;

 private:
  std::string_view bytes_;
  std::uint32_t postings_ = 0;
  int bits_ = 0;
};

inline std::uint32_t MomentList::moment(std::uint32_t posting) const {
  const std::size_t at_bit = std::size_t{posting} * static_cast<std::size_t>(bits_);
  const std::size_t byte = kMomentHeaderBytes + at_bit / 8;
  const auto word = byte + sizeof(std::uint64_t) <= bytes_.size()
                        ? load_little<std::uint64_t>(bytes_.data() + byte)
                        : load_little<std::uint64_t>(bytes_.data() + byte, bytes_.size() - byte);
  return static_cast<std::uint32_t>(word >> (at_bit % 8) & ((std::uint64_t{1} << bits_) - 1));
}

}  // namespace ludex
