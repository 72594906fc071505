#pragma once

#include <string_view>

namespace ludex {

/// Whether a value of TE, KO or RD in game info is an event, a komi or a date. TE (good move) and
/// KO (illegal move) are moves' properties, and some servers' names of EV and KM.
[[nodiscard]] inline bool may_stand_in(std::string_view text) {
  const bool point =
      text.size() == 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= 'a' && text[1] <= 'z';
  return !text.empty() && text != "1" && text != "2" && !point;
}

}  // namespace ludex
