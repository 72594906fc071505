#pragma once

#include "core/date.hpp"

#include <string_view>

namespace ludex {

/// The days of "1985-05-06,07", "2003.3.1", "05/2003", "19850506", ...: one date or several, in
/// numbers; unknown if any of them is no date. \param text  as plain_date_text() gave it
[[nodiscard]] DateRange parse_dates_in_numbers(std::string_view text);

}  // namespace ludex
