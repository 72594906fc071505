#include "pipeline/damage_basis.hpp"

#include "source/expansion_limit.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <charconv>
#include <string_view>

namespace ludex {
namespace {

constexpr std::string_view kMemory = " memory=";
constexpr std::string_view kExpansion = " expansion=";

std::int64_t nanoseconds(const timespec& time) {
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// The number behind `label`; 0 where there is none.
template <class Number>
Number number_behind(std::string_view label, std::string_view text) {
  Number number{};
  const auto at = text.find(label);
  if (at == std::string_view::npos) return number;
  text.remove_prefix(at + label.size());
  (void)std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

}  // namespace

ReadingLimits reading_limits(const IndexOptions& options) {
  return {options.memory_bytes,
          options.max_expansion > 0 ? options.max_expansion : ExpansionLimit::kDefaultRatio};
}

std::string file_times(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return {};
  return fmt::format("{}/{}", nanoseconds(status.st_mtim), nanoseconds(status.st_ctim));
}

std::string damage_basis(const std::string& file_times, DamageCause cause,
                         const ReadingLimits& limits) {
  if (file_times.empty() || cause != DamageCause::limit) return file_times;
  return fmt::format("{}{}{}{}{}", file_times, kMemory, limits.memory_bytes, kExpansion,
                     limits.max_expansion);
}

bool is_same_file(const std::string& basis, const std::string& file_times) {
  return !basis.empty() && basis.substr(0, basis.find(' ')) == file_times;
}

bool allows_more(const std::string& basis, const ReadingLimits& limits) {
  return basis.find(kMemory) != std::string::npos &&
         (limits.memory_bytes > number_behind<std::uint64_t>(kMemory, basis) ||
          limits.max_expansion > number_behind<double>(kExpansion, basis));
}

}  // namespace ludex
