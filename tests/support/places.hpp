#pragma once

#include <filesystem>

namespace ludex::test {

/// The samples that belong to the project.
[[nodiscard]] std::filesystem::path sample_data();
/// A folder of real records, which may be missing: LUDEX_CORPUS of the environment, else of CMake.
[[nodiscard]] std::filesystem::path corpus();

}  // namespace ludex::test
