#include "index/spill_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "index/posting_sorter.hpp"
#include "ludex/error.hpp"

namespace ludex {

namespace {

constexpr std::string_view kSuffix = "-spill-";
constexpr int kMaxNumber = 1000;  // more leftovers than that are somebody else's files
constexpr std::size_t kMaxWriteBytes = std::size_t{16} << 20;

[[noreturn]] void fail(const std::string& name, std::string_view what, int error) {
  const bool full = error == ENOSPC || error == EDQUOT || error == EFBIG;
  throw Error(
      fmt::format("{}: cannot {} this temporary file: {}; {}", name, what, std::strerror(error),
                  full ? "make room and run the same command again, or give it more --memory"
                       : "the folder of the database must be writable"));
}

}  // namespace

bool is_spill_name(std::string_view file_name, std::string_view database_name) {
  if (!file_name.starts_with(database_name)) return false;
  file_name.remove_prefix(database_name.size());
  if (!file_name.starts_with(kSuffix)) return false;
  file_name.remove_prefix(kSuffix.size());
  return !file_name.empty() && file_name.find_first_not_of("0123456789") == std::string_view::npos;
}

SpillFile::SpillFile(const std::filesystem::path& prefix) {
  for (int number = 0; file_ < 0; ++number) {
    name_ = fmt::format("{}{}{}", prefix.string(), kSuffix, number);
    file_ = ::open(name_.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file_ < 0 && (errno != EEXIST || number == kMaxNumber)) fail(name_, "create", errno);
  }
  ::unlink(name_.c_str());
}

SpillFile::~SpillFile() { ::close(file_); }

std::uint64_t SpillFile::append(std::span<const std::uint64_t> words) {
  const std::uint64_t first_word = words_;
  auto bytes = std::as_bytes(words);
  auto offset_bytes = static_cast<off_t>(words_ * sizeof(std::uint64_t));
  while (!bytes.empty()) {
    const auto written =
        ::pwrite(file_, bytes.data(), std::min(bytes.size(), kMaxWriteBytes), offset_bytes);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail(name_, "write", written < 0 ? errno : ENOSPC);
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset_bytes += written;
  }
  words_ += words.size();
  return first_word;
}

void SpillFile::read(std::uint64_t first_word, std::span<std::uint64_t> words) const {
  auto bytes = std::as_writable_bytes(words);
  auto offset_bytes = static_cast<off_t>(first_word * sizeof(std::uint64_t));
  while (!bytes.empty()) {
    const auto got = ::pread(file_, bytes.data(), bytes.size(), offset_bytes);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) fail(name_, "read", got < 0 ? errno : EIO);
    bytes = bytes.subspan(static_cast<std::size_t>(got));
    offset_bytes += got;
  }
}

std::size_t remove_leftover_spills(const std::filesystem::path& prefix) {
  const std::string database_name = prefix.filename().string();
  const auto folder = prefix.has_parent_path() ? prefix.parent_path() : std::filesystem::path(".");
  std::size_t removed = 0;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end;
       at.increment(error)) {
    if (!is_spill_name(at->path().filename().string(), database_name)) continue;
    std::error_code ignored;
    if (std::filesystem::remove(at->path(), ignored)) ++removed;
  }
  return removed;
}

}  // namespace ludex
