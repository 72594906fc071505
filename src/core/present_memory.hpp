#pragma once

#include <cstddef>
#include <span>

namespace ludex {

/// Gets the whole pages of some new memory from the system in one call, instead of a page fault for
/// each: half of the cost. If the system refuses, the page faults come.
void make_present(std::span<std::byte> memory) noexcept;

}  // namespace ludex
