#pragma once

#include "ludex/core/problem.hpp"

#include <string_view>

namespace ludex::cli {

/// The rule that a problem breaks, with the text it stands in: "FF[4]: a property may stand only
/// once in a node". Not empty for any kind.
[[nodiscard]] std::string_view rule_of(ProblemKind kind);

}  // namespace ludex::cli
