#pragma once

#include "store/source_table.hpp"

#include <string>
#include <vector>

namespace ludex {

/// What a database holds of files that are no longer in their folder.
struct GoneSources {
  std::vector<SourceRow> rows;  ///< all generations, by path
  /// Folders in which not one known file is left: more likely not mounted than emptied. Their
  /// sources are not among the rows.
  std::vector<std::string> empty_folders;
};

/// Looks for the known files of folders. A file that cannot be looked at counts as there; what has
/// become a folder or a link, or is reached only through a link, counts as gone.
/// \param arguments  sources as given; those that are no folders are passed over
/// Cost: one look at the file system for each known file and a few for each folder. Memory: the
/// rows of a folder.
[[nodiscard]] GoneSources find_gone_sources(SourceTable& table,
                                            const std::vector<std::string>& arguments);

}  // namespace ludex
