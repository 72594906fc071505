#include "support/random_cgp.hpp"

#include <gtest/gtest.h>

namespace ludex::test {
namespace {

TEST(CgpLaw, ReadingWhatWasWrittenGivesThePositionBack) {
  EXPECT_TRUE(rc::check([] {
    const CgpPosition position = random_cgp();
    CgpPosition read;
    CgpDeviations deviations;
    const std::string line = to_cgp(position);
    const auto reject = parse_cgp(line, read, &deviations);
    RC_ASSERT(!reject);
    RC_ASSERT(deviations.problems.empty());
    RC_ASSERT(read == position);
    RC_ASSERT(to_cgp(read) == line);
  }));
}

}  // namespace
}  // namespace ludex::test
