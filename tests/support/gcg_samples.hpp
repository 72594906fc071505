#pragma once

#include <string>
#include <vector>

namespace ludex::test {

/// GCG games made for tests, with everything the format knows and most of what writers get wrong.
[[nodiscard]] std::vector<std::string> gcg_samples();

}  // namespace ludex::test
