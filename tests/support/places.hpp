#pragma once

#include <filesystem>

namespace ludex::test {

/// The samples that belong to the project.
[[nodiscard]] std::filesystem::path sample_data();
/// Real records beside the checkout; may not be there.
[[nodiscard]] std::filesystem::path corpus();

}  // namespace ludex::test
