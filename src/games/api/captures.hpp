#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ludex {

/// Which chains moves of a main line took (Go), so that stones can be followed without counting
/// liberties. A number in seven-bit groups, lowest first, for each move that took something:
/// (end of its operation - that of the one before) << 5 | sides. Sides: bits 0 to 3, the chain
/// above, left, right, below the stone; bit 4, its own. Stored (table capture_block).
inline constexpr unsigned kSideBits = 5;
inline constexpr std::uint8_t kAbove = 1;
inline constexpr std::uint8_t kLeft = 2;
inline constexpr std::uint8_t kRight = 4;
inline constexpr std::uint8_t kBelow = 8;
inline constexpr std::uint8_t kOwnChain = 16;

/// \param end  of the move's operation in the script, in words
/// \param last_end  of the one before it here, 0 for none; becomes `end`
inline void append_capture(std::size_t end, std::size_t& last_end, std::uint8_t sides,
                           std::vector<std::uint8_t>& captures) {
  std::size_t number = (end - last_end) << kSideBits | sides;
  last_end = end;
  for (; number >= 0x80; number >>= 7) captures.push_back(static_cast<std::uint8_t>(number | 0x80));
  captures.push_back(static_cast<std::uint8_t>(number));
}

}  // namespace ludex
