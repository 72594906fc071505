#include "index/moment_list.hpp"

#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cassert>

namespace ludex {

namespace {

constexpr std::size_t kPostingsAt = 4;
constexpr std::size_t kMomentChecksumAt = 8;
constexpr int kMostBits = 31;

std::uint64_t moment_checksum(std::string_view bytes) {
  const std::string_view payload = bytes.substr(kMomentHeaderBytes);
  return XXH64(payload.data(), payload.size(), XXH64(bytes.data(), kMomentChecksumAt, 0));
}

}  // namespace

std::string pack_moments(std::span<const std::uint32_t> moments) {
  const std::uint32_t last =
      moments.empty() ? 0 : *std::max_element(moments.begin(), moments.end());
  const int bits = std::bit_width(last);
  assert(bits <= kMostBits);
  const std::size_t payload = (moments.size() * static_cast<std::size_t>(bits) + 7) / 8;
  std::string bytes(kMomentHeaderBytes + payload + sizeof(std::uint64_t), '\0');
  bytes[0] = static_cast<char>(kMomentFormat);
  bytes[1] = static_cast<char>(bits);
  store_little(bytes.data() + kPostingsAt, static_cast<std::uint32_t>(moments.size()));
  std::size_t at_bit = 0;
  for (const std::uint32_t moment : moments) {
    char* const place = bytes.data() + kMomentHeaderBytes + at_bit / 8;
    store_little(place, load_little<std::uint64_t>(place) | std::uint64_t{moment} << (at_bit % 8));
    at_bit += static_cast<std::size_t>(bits);
  }
  bytes.resize(kMomentHeaderBytes + payload);
  store_little(bytes.data() + kMomentChecksumAt, moment_checksum(bytes));
  return bytes;
}

BlockFault MomentList::open(std::string_view bytes) {
  *this = MomentList();
  if (bytes.size() < kMomentHeaderBytes) return BlockFault::too_short;
  if (static_cast<std::uint8_t>(bytes[0]) != kMomentFormat) return BlockFault::unknown_format;
  if (load_little<std::uint64_t>(bytes.data() + kMomentChecksumAt) != moment_checksum(bytes)) {
    return BlockFault::bad_checksum;
  }
  bits_ = static_cast<std::uint8_t>(bytes[1]);
  postings_ = load_little<std::uint32_t>(bytes.data() + kPostingsAt);
  const std::size_t payload = (std::size_t{postings_} * static_cast<std::size_t>(bits_) + 7) / 8;
  if (bits_ > kMostBits || bytes.size() != kMomentHeaderBytes + payload) {
    *this = MomentList();
    return BlockFault::bad_payload;
  }
  bytes_ = bytes;
  return BlockFault::none;
}

}  // namespace ludex
