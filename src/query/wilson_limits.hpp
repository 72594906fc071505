#pragma once

namespace ludex {

/// The limits between which a share lies with 95 % confidence.
struct ShareLimits {
  double low = 0;
  double high = 1;
};
/// Wilson's score interval: `successes` of `trials`, which may be halves. \pre trials > 0
[[nodiscard]] ShareLimits wilson_limits(double successes, double trials);

}  // namespace ludex
