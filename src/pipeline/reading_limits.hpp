#pragma once

#include "store/source_table.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace ludex {

/// The share of `all_bytes` of each source if `readers` are read at the same time.
[[nodiscard]] std::uint64_t decoder_bytes_of_each(std::uint64_t all_bytes, std::size_t readers);

/// The ratio that an option's value stands for; 0 stands for the default.
[[nodiscard]] double effective_expansion(double max_expansion);

/// When a file was last written to, and last changed in any way; none if unknown.
[[nodiscard]] std::optional<FileTimes> file_times(const std::string& path);

/// True if one of these limits is higher than before and none is lower.
[[nodiscard]] bool allows_more(const ReadingLimits& limits, const ReadingLimits& before);

}  // namespace ludex
