#include "formats/sgf/sgf_scan.hpp"

#include "core/simd.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace ludex {
namespace {

constexpr std::size_t kBlock = 64;

// One bit a byte.
struct BlockBits {
  std::uint64_t opening = 0;  // [
  std::uint64_t closing = 0;  // ]
  std::uint64_t backslash = 0;
  std::uint64_t paren = 0;  // ( and )
};

BlockBits classify(const char* block) {
  const Bytes16 opening = Bytes16::all('[');
  const Bytes16 closing = Bytes16::all(']');
  const Bytes16 backslash = Bytes16::all('\\');
  const Bytes16 paren = Bytes16::all(')');
  const Bytes16 lowest_bit = Bytes16::all(1);  // "(" and ")" differ in it alone
  BlockBits bits;
  for (std::size_t i = 0; i < kBlock; i += Bytes16::kSize) {
    const Bytes16 bytes = Bytes16::load(block + i);
    const auto mask = [i](Bytes16 matches) { return std::uint64_t{matches.high_bits()} << i; };
    bits.opening |= mask(bytes.equal(opening));
    bits.closing |= mask(bytes.equal(closing));
    bits.backslash |= mask(bytes.equal(backslash));
    bits.paren |= mask((bytes | lowest_bit).equal(paren));
  }
  return bits;
}

// Bit i of the result: the parity of bits 0 to i.
constexpr std::uint64_t prefix_parity(std::uint64_t bits) {
  for (unsigned shift = 1; shift < 64; shift *= 2) bits ^= bits << shift;
  return bits;
}

// Whether brackets alternate and nothing else that counts is there; `inside` is what they leave.
bool is_plain(const BlockBits& bits, bool& inside) {
  std::uint64_t inside_bits = prefix_parity(bits.opening | bits.closing);
  if (inside) inside_bits = ~inside_bits;
  const std::uint64_t faults = (bits.opening & ~inside_bits) | (bits.closing & inside_bits);
  if ((faults | bits.backslash | bits.paren) != 0) return false;
  inside = (inside_bits >> 63) != 0;
  return true;
}

// The four bytes before `at`, the nearest lowest.
std::uint32_t bytes_before(std::string_view window, std::size_t at) {
  std::uint32_t recent = 0;
  for (std::size_t i = at - std::min<std::size_t>(at, 4); i < at; ++i) {
    recent = recent << 8 | static_cast<unsigned char>(window[i]);
  }
  return recent;
}

// Goes from special byte to special byte of a block. Returns where it stopped: at its end, or where
// the reading ended or wants to see every character.
std::size_t walk_block(SgfReading& reading, std::string_view window, std::size_t from,
                       const BlockBits& bits, std::size_t length) {
  std::uint64_t left = bits.opening | bits.closing | bits.backslash | bits.paren;
  bool inside = reading.in_value();
  while (left != 0) {
    const auto i = static_cast<std::size_t>(std::countr_zero(left));
    left &= left - 1;
    const std::size_t at = from + i;
    switch (window[at]) {
      case '[':
        inside = true;
        break;
      case ']':
        inside = false;
        break;
      case '\\':
        if (!inside) break;
        if (i + 1 < length) {
          left &= ~(std::uint64_t{2} << i);
        } else {
          reading.set_in_value(true);
          reading.set_escaped();
          return from + length;
        }
        break;
      default:
        reading.set_in_value(inside);
        reading.set_recent(bytes_before(window, at));
        reading.step(static_cast<unsigned char>(window[at]), at);
        if (reading.ended() || reading.needs_every_character()) return at + 1;
    }
  }
  reading.set_in_value(inside);
  return from + length;
}

std::size_t scan_block(SgfReading& reading, std::string_view window, std::size_t from,
                       std::size_t length) {
  BlockBits bits;
  if (length == kBlock) {
    bits = classify(window.data() + from);
  } else {
    std::array<char, kBlock> padded{};
    std::memcpy(padded.data(), window.data() + from, length);
    bits = classify(padded.data());
  }
  bool inside = reading.in_value();
  if (is_plain(bits, inside)) {
    reading.set_in_value(inside);
    return from + length;
  }
  return walk_block(reading, window, from, bits, length);
}

}  // namespace

std::size_t scan_bytewise(SgfReading& reading, std::string_view window, std::size_t from,
                          std::size_t to) {
  std::size_t at = from;
  while (at < to && !reading.ended()) {
    if (reading.needs_every_character()) {
      reading.step(static_cast<unsigned char>(window[at]), at);
      ++at;
    } else {
      at = scan_block(reading, window, at, std::min(kBlock, to - at));
    }
  }
  reading.set_recent(bytes_before(window, at));
  return at;
}

std::size_t ascii_length(std::string_view text) {
  std::size_t at = 0;
  for (; at + Bytes16::kSize <= text.size(); at += Bytes16::kSize) {
    const std::uint16_t high = Bytes16::load(text.data() + at).high_bits();
    if (high != 0) return at + static_cast<std::size_t>(std::countr_zero(high));
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

bool Utf8Check::feed(std::string_view piece) {
  while (!failed_ && !piece.empty()) {
    if (missing_ == 0) piece.remove_prefix(ascii_length(piece));
    while (!failed_ && !piece.empty() &&
           (missing_ != 0 || static_cast<unsigned char>(piece.front()) >= 0x80)) {
      feed_byte(static_cast<unsigned char>(piece.front()));
      piece.remove_prefix(1);
    }
  }
  return !failed_;
}

void Utf8Check::feed_byte(unsigned char byte) {
  if (missing_ == 0) {
    if (byte >= 0x80) start_character(byte);
    return;
  }
  if (byte < lowest_ || byte > highest_) failed_ = true;
  lowest_ = 0x80;
  highest_ = 0xBF;
  --missing_;
}

void Utf8Check::start_character(unsigned char byte) {
  if (byte < 0xC2 || byte > 0xF4) {
    failed_ = true;
  } else {
    missing_ = byte < 0xE0 ? 1 : byte < 0xF0 ? 2 : 3;
  }
  if (byte == 0xE0) lowest_ = 0xA0;
  if (byte == 0xED) highest_ = 0x9F;
  if (byte == 0xF0) lowest_ = 0x90;
  if (byte == 0xF4) highest_ = 0x8F;
}

}  // namespace ludex
