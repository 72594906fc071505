#include "cli/version.hpp"

#include "cli/parsed_command.hpp"
#include "ludex/archive.hpp"
#include "ludex/export.hpp"
#include "ludex/libraries.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

namespace ludex::cli {

std::string version_text() {
  std::vector<std::string_view> read;
  for (const RecordFormat& format : record_formats()) read.push_back(format.name);
  const std::string commit =
      built_from_commit().empty() ? "" : fmt::format(" (commit {})", built_from_commit());
  return fmt::format("ludex " LUDEX_VERSION "{}\nSQLite {}\nreads {}\nwrites {}\n", commit,
                     sqlite_version(), fmt::join(read, ", "), fmt::join(export_formats(), ", "));
}

std::string library_version_text() {
  std::string text;
  for (const LibraryVersion& library : library_versions()) {
    text += fmt::format("{} {}\n", library.name, library.version);
  }
  return text + "CLI11 " + option_parser_version() + '\n';
}

}  // namespace ludex::cli
