#pragma once

#include <string>
#include <string_view>

namespace ludex::cli {

/// The commit that the program was built from, "19001f9ab0"; empty if the build did not know it.
[[nodiscard]] std::string_view built_from_commit();

/// The output of `ludex --version`: version, commit, SQLite, formats.
[[nodiscard]] std::string version_text();

/// What `ludex --version --verbose` adds: a line for each library with its version.
[[nodiscard]] std::string library_version_text();

}  // namespace ludex::cli
