#pragma once

#include <string>
#include <vector>

namespace ludex::test {

/// GCG games made for tests, with all features of the format and most of the common errors.
[[nodiscard]] std::vector<std::string> gcg_samples();

}  // namespace ludex::test
