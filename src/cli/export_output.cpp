#include "cli/export_output.hpp"

#include "cli/message.hpp"
#include "cli/option_values.hpp"
#include "ludex/error.hpp"

#include <fmt/format.h>

#include <system_error>
#include <utility>

namespace ludex::cli {

namespace {

/// Where the ending of a file name begins, ".sgf" or ".sgf.gz"; the end where it has none.
std::size_t ending_of(std::string_view path) {
  const std::size_t first = path.find_last_of('/') + 1;  // npos + 1 is 0
  std::size_t end = path.size();
  for (const std::string_view packing : {".gz", ".bz2", ".xz", ".zst"}) {
    if (path.ends_with(packing) && end - packing.size() > first) end -= packing.size();
  }
  const std::size_t dot = path.substr(first, end - first).find_last_of('.');
  return dot == std::string_view::npos || dot == 0 ? end : first + dot;
}

}  // namespace

std::string split_path(const std::string& pattern, std::string_view name,
                       std::string_view extension) {
  if (const std::size_t braces = pattern.find("{}"); braces != std::string::npos) {
    return std::string(pattern).replace(braces, 2, name);
  }
  std::error_code ignored;
  const std::size_t ending = ending_of(pattern);
  if (ending == pattern.size() || std::filesystem::is_directory(pattern, ignored)) {
    const std::string_view stem = name == extension ? "games" : name;
    return (std::filesystem::path(pattern) / fmt::format("{}.{}", stem, extension)).string();
  }
  return std::string(pattern).insert(ending, fmt::format("-{}", name));
}

ExportOutput::ExportOutput(std::filesystem::path database, std::string output, bool is_split)
    : database_(std::move(database)), pattern_(std::move(output)), is_split_(is_split) {}

bool ExportOutput::tells_formats_apart() const {
  return is_split_ && split_path(pattern_, "x", "sgf") != split_path(pattern_, "x", "csa");
}

void ExportOutput::begin_part(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::equivalent(database_, path, ignored)) {
    throw UsageError(fmt::format("--output: {} is the database itself", path));
  }
  std::filesystem::remove(path, ignored);
  const auto folder = std::filesystem::path(path).parent_path();
  if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
}

void ExportOutput::write(std::string_view part, std::string_view extension, std::string_view text,
                         bool begins) {
  if (!is_split_) {
    if (begins) whole_.emplace(pattern_);
    return whole_->write(text);
  }
  const std::string path = split_path(pattern_, part, extension);
  if (begins) begin_part(path);
  ByteOutput output(path, ByteOutput::Mode::append);
  output.write(text);
  output.close();
}

void ExportOutput::note(const std::string& line) { print_message(with_option_names(line)); }

void ExportOutput::close() {
  if (whole_) whole_->close();
}

}  // namespace ludex::cli
