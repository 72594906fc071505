#pragma once

#include "ludex/types.hpp"

#include <optional>
#include <string_view>

namespace ludex {

/// Values of game info other than dates and results. All take valid, unescaped UTF-8, never throw,
/// and give nothing where the text is not understood.

/// KM in points: "6.5", "6,5", "5 1/2", `6目半`, `黑贴3又3/4子`, "Reverse, 20p", or in the terms of
/// the game: `호선 - 6집 반 공제`, `互先 コミ6目半`. Servers' hundredths (550, 650, 700, 750) and
/// hundredths of Chinese stones (275, 325, 350, 375) are brought to points; so is a quarter count
/// (2.75, `2¼`, and 214 for 2 1/4), which can only be Chinese stones.
[[nodiscard]] std::optional<double> parse_komi(std::string_view utf8);

/// HA in stones: "4", "4 stones", `让二子`, `두점`, `对子` (even: 0), or in the terms of the game:
/// `호선 - 6집 반 공제`. `先` alone names no number of stones; after the terms of a match stand
/// those of the game (`吴先二先.二子`: 2).
[[nodiscard]] std::optional<int> parse_handicap(std::string_view utf8);

/// In which unit a TM without one is written. FF[1] counts minutes, FF[3] and FF[4] seconds. A
/// record without FF is FF[1] by the text, but most are not: its unit is unknown.
enum class TimeUnit { unknown, seconds, minutes, hours };

/// 0 for unknown.
[[nodiscard]] constexpr double seconds_of(TimeUnit unit) {
  if (unit == TimeUnit::minutes) return 60;
  if (unit == TimeUnit::hours) return 3600;
  return unit == TimeUnit::seconds ? 1 : 0;
}

/// A larger number is a number of seconds, whatever is declared: no game was to last more than
/// sixteen hours a player, that is 960 minutes.
inline constexpr double kLargestAmbiguousTime = 960;

struct TimeLimit {
  std::optional<double> seconds;
  std::optional<double> bare_number;  ///< the text is this number and names no unit
};

/// TM, the main time: "1800", "90 min", "1h 30m", "9 hours each", `1時間30分`, "40:00(5x1:00)",
/// "1:00:00+5:00/30". Of a number in an unknown unit only 0, and what is over
/// kLargestAmbiguousTime, gives seconds.
[[nodiscard]] TimeLimit parse_time_limit(std::string_view utf8, TimeUnit unit);

/// BR, WR as one order: 30k = -30 ... 1k = -1, 1d = 1 ... 10d = 10, 1p = 101 ... 10p = 110.
/// "9p", "P9", "5 dan", `四段`, `初段`, `초단`, `구단`, `9段P`, `프로 초단`, `18级`, "5d?", "18k*";
/// fractions of a kyu are dropped. `十段` is a title and no rank.
[[nodiscard]] std::optional<int> parse_rank_order(std::string_view utf8);

/// The shortest text of such an order: "9p", "5d", "12k".
[[nodiscard]] std::string rank_text(std::int64_t order);

/// A rating in place of a rank: "2345", "[1500?]", "1362*". 100 to 9999.
[[nodiscard]] std::optional<double> parse_rating(std::string_view utf8);

/// FF[4] and Kierulf know Go boards up to 52 x 52: there are no more letters.
inline constexpr int kMaxGoSide = 52;
/// The Hex page sets no limit; this is the limit of the column.
inline constexpr int kMaxSgfBoardSide = 32767;

/// SZ: "19", "7:8" (columns:rows), also "19x19". Nothing outside [1, max_side].
[[nodiscard]] std::optional<BoardSize> parse_board_size(std::string_view utf8,
                                                        int max_side = kMaxGoSide);
/// GM: its number, or a game's name in words ("game of go"). A text that names no game known here
/// is GameType{0}.
[[nodiscard]] GameType parse_game_type(std::string_view utf8);

/// The number under which a site keeps a game, from a text that names it: "game #123" (Little
/// Golem), "https://online-go.com/game/123". Empty if there is none.
[[nodiscard]] std::string find_external_id(std::string_view utf8);

/// True if a value of TE, KO or RD in game info is an event, a komi or a date. TE (good move) and
/// KO (illegal move) are moves' properties, and some servers' names of EV and KM.
[[nodiscard]] inline bool may_stand_in(std::string_view text) {
  const bool point =
      text.size() == 2 && text[0] >= 'a' && text[0] <= 'z' && text[1] >= 'a' && text[1] <= 'z';
  return !text.empty() && text != "1" && text != "2" && !point;
}

}  // namespace ludex
