#pragma once

#include "core/date.hpp"

#include <string_view>

namespace ludex {

/// The day of a moment as programs print it: "Fri Feb 20 11:58:00 MSK 2026" (Java, C),
/// "2003.12.15_13:24:03.MST" (GGS), "2019-01-18T13_20". Unknown for anything else.
[[nodiscard]] DateRange parse_program_date(std::string_view text);

/// The day, in UTC, of seconds since 1970, as GGF may have them: from 1985 to 2286. Unknown for
/// other texts.
[[nodiscard]] DateRange parse_unix_time(std::string_view text);

}  // namespace ludex
