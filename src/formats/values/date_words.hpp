#pragma once

#include "core/date.hpp"

#include <string_view>

namespace ludex {

/// The days of "april 8, 2023", "12-14 may 2003", "may 30 - june 2, 2003": months by name; unknown
/// if any word is neither a month nor one that says nothing. \param text  as plain_date_text() gave
/// it
[[nodiscard]] DateRange parse_dates_with_months(std::string_view text);

}  // namespace ludex
