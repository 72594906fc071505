#pragma once

#include "formats/mark_layout.hpp"
#include "games/api/position.hpp"

#include <string>

namespace ludex::cli {

/// What stands below a diagram with marks: what its symbols mean, and the marks that it does not
/// show in full. Lines of 80 columns at most, ended by "\n"; empty where there is nothing to say.
[[nodiscard]] std::string mark_legend(const MarkLayout& layout, const Position& position);

}  // namespace ludex::cli
