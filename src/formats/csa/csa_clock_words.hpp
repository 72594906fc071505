#pragma once

#include "formats/game_info.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// The clock of a record of CSA in the words of KIF: "10分", "5分+10秒追加", its byoyomi as "30秒".
struct KifClock {
  std::string main;     ///< 持ち時間
  std::string byoyomi;  ///< 秒読み
};
/// \param info  of CSA. A clock that has no such words stays as it is.
[[nodiscard]] KifClock kif_clock_of(const GameInfo& info);

/// A 持ち時間 without the word 各 ("each"), which says nothing new.
[[nodiscard]] std::string_view without_each(std::string_view text);

/// The main time, in seconds, of a 持ち時間 in the words of KIF or as CSA writes it: "10分+30秒",
/// "0:25+10" (hours and minutes). \returns none if `text` says something else
[[nodiscard]] std::optional<double> kif_main_time_of(std::string_view text);

/// The clock of a record of KIF as $TIME has it: "600+30+0" of "各10分" and "30秒", of "10分+30秒";
/// without byoyomi where none is written. $TIME_LIMIT stays as it is.
/// \returns none where the words say something else, or not all of this
[[nodiscard]] std::optional<std::string> csa_clock_of(const GameInfo& info);

}  // namespace ludex
