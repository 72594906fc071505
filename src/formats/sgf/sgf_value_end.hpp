#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace ludex {

/// Which "]" ends a value.
enum class SgfBracketRule : std::uint8_t {
  first,         ///< the first one that no backslash protects
  before_token,  ///< of those, the first before `[ ; ( )`, an identifier with "[", or the end
};

struct SgfValueEnd {
  std::size_t at = 0;             ///< of the "]"; text.size() if there is none
  bool idle_backslash = false;    ///< one protects nothing that needs it
  bool bracket_in_value = false;  ///< a "]" was taken as text
};

/// Finds the end of the value that starts at `from`. \param pairs lead bytes 0x81-0xFE protect the
/// byte after them.
[[nodiscard]] SgfValueEnd find_value_end(std::string_view text, std::size_t from, bool pairs,
                                         SgfBracketRule rule);

}  // namespace ludex
