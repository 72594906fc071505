#include "pipeline/gone_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

namespace ludex {
namespace {

namespace fs = std::filesystem;

bool is_gone(const SourceRow& row) {
  std::error_code error;
  return fs::symlink_status(row.path, error).type() == fs::file_type::not_found;
}

}  // namespace

GoneSources find_gone_sources(SourceTable& table, const std::vector<std::string>& arguments) {
  GoneSources gone;
  std::set<SourceId> seen;  // folders may lie in each other
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::path folder = fs::canonical(argument, error);
    if (error || !fs::is_directory(folder, error)) continue;
    std::vector<SourceRow> known = table.find_below(folder.native());
    const auto first_gone = std::stable_partition(
        known.begin(), known.end(), [](const SourceRow& row) { return !is_gone(row); });
    if (first_gone == known.begin() && !known.empty()) {
      gone.empty_folders.push_back(argument);
      continue;
    }
    std::copy_if(std::move_iterator(first_gone), std::move_iterator(known.end()),
                 std::back_inserter(gone.rows),
                 [&](const SourceRow& row) { return seen.insert(row.id).second; });
  }
  return gone;
}

}  // namespace ludex
