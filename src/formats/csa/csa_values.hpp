#pragma once

#include "ludex/types.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// A clock as CSA records write it.
struct CsaClock {
  std::optional<double> seconds;  ///< main time of each player; none: not understood
  std::string overtime;           ///< "30 s byoyomi", "10 s increment"; empty: none
  friend bool operator==(const CsaClock&, const CsaClock&) = default;
};

/// V2's $TIME_LIMIT: "00:25+30" is 25 minutes and 30 seconds byoyomi.
[[nodiscard]] CsaClock parse_csa_time_limit(std::string_view text);
/// V3's $TIME: main time, byoyomi and increment in seconds, "600+10+0", up to three decimals.
[[nodiscard]] CsaClock parse_csa_time(std::string_view text);
/// The end of a server's event: "floodgate-300-10F" is 300 s and 10 s increment (F: Fischer),
/// "floodgate-900-0" 900 s sudden death, "x-0-30" 30 s byoyomi.
/// \param clock  gets the part that says so, "300-10F"
[[nodiscard]] CsaClock parse_csa_event_clock(std::string_view event, std::string_view& clock);

/// The second part of a shogi-server id, "wdoor+floodgate-300-10F+Black+White+20240102030405";
/// empty if the text is none. Names may hold "+".
[[nodiscard]] std::string_view csa_event_of_id(std::string_view id);

/// V2's "00:25+30" as V3's "1500+30+0", where that is a number of seconds that V3's reader takes.
/// \pre parse_csa_time_limit() understands it
[[nodiscard]] std::optional<std::string> csa_time_of_limit(std::string_view limit);
/// V3's "1500+30+0" as V2's "00:25+30", where that can say it: whole minutes below 100 hours, whole
/// seconds of byoyomi below 100, no increment.
[[nodiscard]] std::optional<std::string> csa_limit_of_time(std::string_view time);

/// The text of V3's $NOTE, in which "\n" is the end of a line and "\\" a backslash; and the other
/// way round.
[[nodiscard]] std::string csa_note_of(std::string_view value);
[[nodiscard]] std::string csa_value_of_note(std::string_view note);

/// Longer times are not understood.
inline constexpr double kMostCsaSeconds = 1e9;
/// Seconds: digits, perhaps with decimals, and nothing else; up to kMostCsaSeconds.
[[nodiscard]] std::optional<double> parse_csa_seconds(std::string_view text);

/// The result of a "%" mark. Unknown if it leaves the winner open or is not in the format.
/// \param mark     without the "%": "TORYO", "+ILLEGAL_ACTION"
/// \param to_move  the side to move after the last move
[[nodiscard]] GameResult result_of_end_mark(std::string_view mark, Player to_move);
/// The first mark that says this result; empty: none does.
[[nodiscard]] std::string_view csa_end_mark_for(const GameResult& result, Player to_move);
/// True if the mark is in the format.
[[nodiscard]] bool is_csa_end_mark(std::string_view mark);
[[nodiscard]] bool begins_with_csa_end_mark(std::string_view text);

/// Floodgate's comment "'summary:toryo:gps_normal lose:gps_l win".
struct CsaSummary {
  enum class Outcome : std::uint8_t { win, lose, draw };
  struct Side {
    std::string_view name;
    Outcome outcome = Outcome::draw;
  };
  std::string_view cause;
  std::array<Side, 2> sides;  ///< as written: old files have gote first
};

/// \param text  the text after "summary:"; must outlive the result
[[nodiscard]] std::optional<CsaSummary> parse_csa_summary(std::string_view text);

/// The text after "summary:" for a game that somebody won. \pre the winner is a seat
[[nodiscard]] std::string csa_summary_of(const GameResult& result, std::string_view sente,
                                         std::string_view gote);

/// What a summary says, its sides found by their names. Where these do not show them (both equal,
/// or other ones), the winner is that of the end mark if it gives one, else the first side is
/// sente.
[[nodiscard]] GameResult result_of_summary(const CsaSummary& summary, std::string_view sente,
                                           std::string_view gote, const GameResult& of_end_mark);

/// True if a summary names another winner than the end mark of its game, as where a declaration,
/// %KACHI, was judged wrong. Not where nobody said the mark: %TORYO of an abnormal end.
[[nodiscard]] bool contradicts_end_mark(const CsaSummary& summary, const GameResult& of_summary,
                                        const GameResult& of_end_mark);

}  // namespace ludex
