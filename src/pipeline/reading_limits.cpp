#include "pipeline/reading_limits.hpp"

#include "source/expansion_limit.hpp"

#include <sys/stat.h>

#include <algorithm>

namespace ludex {
namespace {

constexpr std::uint64_t kLeastDecoderBytes = 16 * 1024 * 1024;  // enough for xz -6

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

}  // namespace

std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers) {
  return std::max(all_bytes / std::max<std::size_t>(readers, 1), kLeastDecoderBytes);
}

double effective_expansion(double max_expansion) {
  return max_expansion > 0 ? max_expansion : ExpansionLimit::kDefaultRatio;
}

std::optional<FileTimes> file_times(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return FileTimes{nanoseconds(status.st_mtim), nanoseconds(status.st_ctim)};
}

bool allows_more(const ReadingLimits& limits, const ReadingLimits& before) {
  return limits.decoder_bytes >= before.decoder_bytes &&
         limits.max_expansion >= before.max_expansion &&
         (limits.decoder_bytes > before.decoder_bytes ||
          limits.max_expansion > before.max_expansion);
}

}  // namespace ludex
