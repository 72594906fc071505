#pragma once

namespace ludex {

/// True for the first byte of a Shift_JIS character of two bytes.
[[nodiscard]] constexpr bool is_shift_jis_lead(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 0x81 && byte <= 0x9F) || (byte >= 0xE0 && byte <= 0xFC);
}

}  // namespace ludex
