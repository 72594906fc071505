#include "query/wilson_limits.hpp"

#include <algorithm>
#include <cmath>

namespace ludex {

ShareLimits wilson_limits(double successes, double trials) {
  constexpr double kZ = 1.959963984540054;  // 97.5 % of the normal distribution lie below
  const double share = successes / trials;
  const double z2 = kZ * kZ / trials;
  const double middle = (share + z2 / 2) / (1 + z2);
  const double reach = kZ / (1 + z2) * std::sqrt(share * (1 - share) / trials + z2 / (4 * trials));
  return {std::max(0.0, middle - reach), std::min(1.0, middle + reach)};
}

}  // namespace ludex
