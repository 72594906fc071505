#include "core/huge_memory.hpp"

#include "core/uninitialized.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <utility>

namespace ludex {
namespace {

TEST(HugeMemory, AVectorKeepsItsValuesWhereverItLies) {
  UninitializedVector<std::uint64_t> values;
  for (std::uint64_t i = 0; i < 2'000'000; ++i) values.push_back(i);  // 16 MB
  UninitializedVector<std::uint64_t> copy = values;
  const UninitializedVector<std::uint64_t> moved = std::move(values);
  copy.resize(10);
  copy.shrink_to_fit();
  EXPECT_EQ(std::accumulate(moved.begin(), moved.end(), std::uint64_t{0}), 1'999'999'000'000u);
  EXPECT_EQ(std::accumulate(copy.begin(), copy.end(), std::uint64_t{0}), 45u);
}

TEST(HugeMemory, LiesOnABoundaryOfHugePages) {
  void* const memory = allocate_huge(3 * kHugePageBytes + 1);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % kHugePageBytes, 0u);
  free_huge(memory);
  EXPECT_THROW((void)allocate_huge(SIZE_MAX), std::bad_alloc);
}

}  // namespace
}  // namespace ludex
