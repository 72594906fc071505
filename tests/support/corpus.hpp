#pragma once

#include "support/places.hpp"

#include <gtest/gtest.h>

/// Skips a test where this file or folder of ludex::test::corpus() is not there.
#define SKIP_WITHOUT_CORPUS(name)                                \
  GTEST_AMBIGUOUS_ELSE_BLOCKER_                                  \
  if (const auto needed_path = ::ludex::test::corpus() / (name); \
      std::filesystem::exists(needed_path)) {                    \
  } else                                                         \
    GTEST_SKIP() << "skipped: no corpus at " << needed_path.string()
