#pragma once

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

/// V2's "00:25+30" as V3's "1500+30+0". \pre parse_csa_time_limit() understands it
[[nodiscard]] std::string csa_time_of_limit(std::string_view limit);
/// V3's "1500+30+0" as V2's "00:25+30", where that can say it: whole minutes below 100 hours, whole
/// seconds of byoyomi below 100, no increment.
[[nodiscard]] std::optional<std::string> csa_limit_of_time(std::string_view time);

/// Seconds: digits, perhaps with decimals, and nothing else; up to 10^9.
[[nodiscard]] std::optional<double> parse_csa_seconds(std::string_view text);

}  // namespace ludex
