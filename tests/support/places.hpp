#pragma once

#include <filesystem>

namespace ludex::test {

/// The samples that belong to the project.
[[nodiscard]] std::filesystem::path sample_data();
/// Real records next to the checkout; may be missing.
[[nodiscard]] std::filesystem::path corpus();

}  // namespace ludex::test
