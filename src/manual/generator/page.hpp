#pragma once

#include "manual/generator/markdown.hpp"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace ludex::manual {

/// A page of the manual.
struct Page {
  std::string name;     ///< "ludex-find"
  std::string section;  ///< "1"; "7" for subjects; empty: it is no manual page
  std::string title;    ///< one line
  std::vector<Block> blocks;

  [[nodiscard]] std::string file_name() const {
    return section.empty() ? name : name + '.' + section;
  }
};

/// Reads `ludex-find.1.md` and joins it with the tables of options: NAME, SYNOPSIS and OPTIONS are
/// made from them, and what stands below a subsection `### --format` of OPTIONS is added to what is
/// said about that option.
/// \throws std::runtime_error if the file cannot be read or names an option that does not exist
[[nodiscard]] Page read_page(const std::filesystem::path& file);

/// All pages of a folder: ludex(1), the commands as `ludex --help` has them, then by name.
[[nodiscard]] std::vector<Page> read_pages(const std::filesystem::path& folder);

}  // namespace ludex::manual
