#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// What a "(" outside records is.
enum class SgfStart : std::uint8_t {
  none,
  bytes,
  wide,       ///< UTF-16: zero bytes between "(" and ";"
  undecided,  ///< more bytes are needed
};

/// Further than this after "(" nothing is looked for.
inline constexpr std::size_t kSgfStartReach = 64 * 1024;

/// Judges text, which starts with "(". \param final no more bytes will come: never undecided.
[[nodiscard]] SgfStart judge_sgf_start(std::string_view text, bool final);

}  // namespace ludex
