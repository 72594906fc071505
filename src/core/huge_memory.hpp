#pragma once

#include <cstddef>

namespace ludex {

inline constexpr std::size_t kHugePageBytes = std::size_t{2} << 20;

/// Memory in huge pages, where the system has them: the first touch of 2 MiB costs one page fault,
/// not 512. Up to 2 MiB more than asked for may be in use. \throws std::bad_alloc
[[nodiscard]] void* allocate_huge(std::size_t bytes);
void free_huge(void* memory) noexcept;

}  // namespace ludex
