#pragma once

#include "store/text_ids.hpp"

#include <string>
#include <string_view>

namespace ludex {

/// What the column name.normal holds, and what aliases go by; empty for rounds, which have none.
/// \param folded  as fold() gives it.
[[nodiscard]] std::string normal_name(NameKind kind, std::string_view folded);

}  // namespace ludex
