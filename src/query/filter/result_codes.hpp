#pragma once

#include "ludex/query.hpp"
#include "query/filter/id_set.hpp"

#include <cstdint>

namespace ludex {

// The values of Fact::result that filters want.

/// Those of a filter on the result; its margin is another fact.
[[nodiscard]] IdSet result_codes(const ResultFilter& filter);
[[nodiscard]] IdSet result_codes(WinBy win_by);
/// Those of which seat 1 or 2 has this outcome.
[[nodiscard]] IdSet result_codes(Outcome outcome, std::int64_t seat);

}  // namespace ludex
