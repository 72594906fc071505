#include "formats/sgf/sgf_scan.hpp"

#include "core/ascii.hpp"
#include "core/simd.hpp"
#include "formats/splitter.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <cstring>

namespace ludex {
namespace {

constexpr bool is_newline(std::uint32_t c) { return c == '\n' || c == '\r'; }

constexpr std::uint16_t two_letters(char first, char second) {
  return static_cast<std::uint16_t>(first << 8 | second);
}

constexpr bool is_root_only(std::uint16_t ident, std::uint8_t length) {
  if (length != 2) return false;
  return ident == two_letters('F', 'F') || ident == two_letters('G', 'M') ||
         ident == two_letters('S', 'Z') || ident == two_letters('C', 'A') ||
         ident == two_letters('A', 'P');
}

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

// True if brackets alternate and there are no other relevant characters; `inside` is the state
// after them.
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

void SgfReading::step(unsigned char c, std::size_t at) {
  assert(!ended());
  if (restart_ != kNowhere && at - restart_ > kRestartReach) forget_restart();
  if (c == '(' && after_separator()) {
    end_at(at, false);
  } else if (in_value_) {
    step_in_value(c, at);
  } else {
    step_outside(c, at);
  }
  recent_ = recent_ << 8 | c;
}

void SgfReading::step_in_value(unsigned char c, std::size_t at) {
  if (escaped_) {
    escaped_ = false;
  } else if (c == '\\') {
    escaped_ = true;
    quote_ = Quote::none;
  } else if (c == ']') {
    end_value();
  } else if (c == '(' && starts_line()) {
    quote_ = Quote::paren;
    quote_at_ = at;
  } else if (quote_ != Quote::none) {
    step_quote(c, at);
  }
}

void SgfReading::step_quote(unsigned char c, std::size_t at) {
  switch (quote_) {
    case Quote::none:
      return;
    case Quote::paren:
      if (c == ';') {
        quote_ = Quote::semicolon;
        ident_length_ = 0;
      } else if (!is_blank(c)) {
        quote_ = Quote::none;
      }
      break;
    case Quote::semicolon:
      if (is_blank(c)) break;
      quote_ = is_upper(c) ? Quote::ident : Quote::none;
      ident_done_ = true;
      add_to_ident(c);
      break;
    case Quote::ident:
      if (c == '[' && is_root_only(ident_, ident_length_)) {
        quote_ = Quote::value;
        quoted_value_at_ = at;
      } else if (is_upper(c) || is_lower(c)) {
        add_to_ident(c);
      } else {
        quote_ = Quote::none;
      }
      break;
    case Quote::value:
      if (c == '[' || is_newline(c) || at - quoted_value_at_ > kQuotedValueReach) {
        quote_ = Quote::none;
      }
      break;
  }
  if (quote_ != Quote::none && at - quote_at_ > kRestartReach) quote_ = Quote::none;
}

void SgfReading::end_value() {
  in_value_ = false;
  ident_length_ = 0;
  if (quote_ == Quote::value) {
    restart_ = quote_at_;
    restart_by_ = RestartBy::any_property;
    node_open_ = false;  // a root of one property is followed by a node
  }
  quote_ = Quote::none;
}

void SgfReading::step_outside(unsigned char c, std::size_t at) {
  switch (c) {
    case '[':
      open_value();
      break;
    case '(':
      ++depth_;
      restart_ = at > 0 ? at : kNowhere;
      restart_by_ = RestartBy::root_property;
      node_open_ = false;
      ident_length_ = 0;
      break;
    case ')':
      forget_restart();
      ident_length_ = 0;
      if (--depth_ == 0) end_at(at + 1, true);
      break;
    case ';':
      if (node_open_) forget_restart();
      node_open_ = true;
      ident_length_ = 0;
      break;
    default:
      add_to_ident(c);
  }
}

void SgfReading::open_value() {
  if (restart_ != kNowhere) {
    const bool any = restart_by_ == RestartBy::any_property;
    if (any ? ident_length_ > 0 : is_root_only(ident_, ident_length_)) {
      end_at(restart_, false);
      return;
    }
    if (any) forget_restart();
  }
  in_value_ = true;
}

void SgfReading::add_to_ident(unsigned char c) {
  if (is_blank(c)) {
    ident_done_ = true;
    return;
  }
  if (ident_done_) ident_length_ = 0;
  ident_done_ = false;
  if (is_upper(c)) {
    ident_ = static_cast<std::uint16_t>(ident_ << 8 | c);
    ident_length_ = static_cast<std::uint8_t>(std::min(ident_length_ + 1, 3));
  } else if (is_digit(c)) {
    ident_length_ = 3;
  } else if (!is_lower(c)) {
    ident_length_ = 0;
    ident_done_ = true;
  }
}

void SgfReading::end_at(std::size_t position, bool closed) {
  end_ = position;
  closed_ = closed;
}

bool SgfReading::after_separator() const {
  constexpr auto kSeparator = static_cast<unsigned char>(kRecordSeparator);
  constexpr std::uint32_t kWithLf = kSeparator << 8 | '\n';
  constexpr std::uint32_t kWithCrlf = kSeparator << 16 | '\r' << 8 | '\n';
  const auto ends_line = [](std::uint32_t c) { return c == '\n' || c == kNoSyntax; };
  return ((recent_ & 0xFFFF) == kWithLf && ends_line(recent_ >> 16 & 0xFF)) ||
         ((recent_ & 0xFFFFFF) == kWithCrlf && ends_line(recent_ >> 24));
}

bool SgfReading::starts_line() const {
  constexpr std::uint32_t kByteOrderMark = 0xEFBBBF;
  if ((recent_ & 0xFFFFFF) == kByteOrderMark) return is_newline(recent_ >> 24);
  return is_newline(recent_ & 0xFF);
}

std::size_t SgfReading::earliest_end(std::size_t at) const {
  std::size_t earliest = std::min(at, restart_);
  if (quote_ != Quote::none) earliest = std::min(earliest, quote_at_);
  return earliest;
}

void SgfReading::rebase(std::size_t count) {
  for (std::size_t* position : {&end_, &restart_, &quote_at_}) {
    if (*position != kNowhere) *position = *position >= count ? *position - count : kNowhere;
  }
  quoted_value_at_ -= std::min(quoted_value_at_, count);
}

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
