#pragma once

#include "ludex/query.hpp"

namespace ludex {

/// \throws UsageError if the query has neither a position nor a pattern to explore
void require_explored(const Query& query);

}  // namespace ludex
