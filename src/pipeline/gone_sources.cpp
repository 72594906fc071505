#include "pipeline/gone_sources.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <set>
#include <system_error>

namespace ludex {
namespace {

namespace fs = std::filesystem;

/// Looks for files by their canonical paths. A folder is looked up once for consecutive files in
/// it.
class GoneFinder {
 public:
  bool is_gone(const SourceRow& row) {
    const fs::path path = row.path;
    std::error_code error;
    const fs::file_type type = fs::symlink_status(path, error).type();
    const bool is_no_file = type == fs::file_type::not_found || type == fs::file_type::directory ||
                            type == fs::file_type::symlink;
    return is_no_file || leads_elsewhere(path.parent_path());
  }

 private:
  bool leads_elsewhere(const fs::path& folder) {
    if (folder == folder_) return leads_elsewhere_;
    std::error_code error;
    leads_elsewhere_ = fs::canonical(folder, error) != folder && !error;
    folder_ = folder;
    return leads_elsewhere_;
  }

  fs::path folder_;
  bool leads_elsewhere_ = false;
};

}  // namespace

GoneSources find_gone_sources(SourceTable& table, const std::vector<std::string>& arguments) {
  GoneSources gone;
  GoneFinder finder;
  std::set<SourceId> seen;  // folders may lie in each other
  for (const std::string& argument : arguments) {
    std::error_code error;
    const fs::path folder = fs::canonical(argument, error);
    if (error || !fs::is_directory(folder, error)) continue;
    std::vector<SourceRow> known = table.find_below(folder.native());
    const auto first_gone = std::stable_partition(
        known.begin(), known.end(), [&](const SourceRow& row) { return !finder.is_gone(row); });
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
