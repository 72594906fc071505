#include "core/present_memory.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace ludex {

void make_present(std::span<std::byte> memory) noexcept {
  constexpr std::uintptr_t kBytes = 4096;  // of a page
  const auto begin = reinterpret_cast<std::uintptr_t>(memory.data());
  const std::uintptr_t first = (begin + kBytes - 1) / kBytes * kBytes;
  const std::uintptr_t end = (begin + memory.size()) / kBytes * kBytes;
  if (first < end) ::madvise(reinterpret_cast<void*>(first), end - first, MADV_POPULATE_WRITE);
}

}  // namespace ludex
