#pragma once

#include "ludex/types.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// The name in KIF of a start in JKF: "平手" for "HIRATE"; empty: there is none.
[[nodiscard]] std::string_view kif_name_of_preset(std::string_view preset);
/// The reverse; empty: only a board shows it.
[[nodiscard]] std::string_view preset_of(std::string_view kif_name);

/// The end word of KIF for a word of CSA as JKF has it: "投了" for "TORYO"; empty: there is none.
/// \param mover  whose turn it was
[[nodiscard]] std::string_view kif_end_of(std::string_view special, Player mover);
/// The reverse; words that CSA does not have stay as they are.
[[nodiscard]] std::string special_of(std::string_view end_word, Player mover);

}  // namespace ludex
