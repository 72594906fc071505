#pragma once

#include "core/date.hpp"

#include <string_view>

namespace ludex {

/// The first day of the month or the year that an event of Little Golem's is named after: its
/// monthly cups (`mc`) and rating tournaments (`rt`), as in "hex.mc.2016.jun.1.2" and
/// "hex.DEFAULT.mc.2017.final". The event opened then; its games may have begun years later
/// (DatePrecision::since). Unknown for all other names.
[[nodiscard]] DateRange find_event_date(std::string_view event);

}  // namespace ludex
