#include "engine/explored_query.hpp"

#include "ludex/error.hpp"

namespace ludex {

void require_explored(const Query& query) {
  if (!query.positions.empty() || !query.patterns.empty()) return;
  throw UsageError(
      "explore needs `position` or `pattern`; 'moves:' is the position before the first move");
}

}  // namespace ludex
