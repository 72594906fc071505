#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// A date as written, without what says nothing about the day: eras beside or instead of Gregorian
/// years, remarks in brackets, times of day; `1935年9月7日` is "1935/9/7 ", what joins days
/// is a comma, and what spans them "~". \param text  as value_text::value_form() gave it
[[nodiscard]] std::string plain_date_text(std::string_view text);

}  // namespace ludex
