#include "cli/message.hpp"

#include <gtest/gtest.h>

namespace ludex::cli {
namespace {

TEST(ProgressBar, ShowsShareRateAndTimeLeft) {
  const ProgressState state{"reading", 512ULL << 20, 2048ULL << 20, 500'000, 50};
  EXPECT_EQ(progress_line(state, 200),
            "reading [======>                 ]  25% of 2.0 GiB, 500,000 games (10,000/s), 2 min "
            "30 s left");
}

TEST(ProgressBar, ShowsNoShareWhereTheSizeIsNotKnown) {
  const ProgressState state{"reading", 1536, 0, 12, 4};
  EXPECT_EQ(progress_line(state, 200), "reading: 1.5 KiB, 12 games (3/s)");
}

TEST(ProgressBar, NeverShowsMoreThanAllOfIt) {
  const ProgressState state{"reading", 2000, 1000, 0, 0};
  EXPECT_EQ(progress_line(state, 200),
            "reading [========================] 100% of 1000 B, 0 games (0/s)");
}

TEST(ProgressBar, FitsTheTerminal) {
  EXPECT_EQ(progress_line({"reading", 1536, 0, 12, 4}, 12), "reading: 1.…");
  const ProgressState state{"reading", 512ULL << 20, 2048ULL << 20, 500'000, 50};
  EXPECT_EQ(progress_line(state, 79),
            "reading [==>       ]  25% of 2.0 GiB, 500,000 games (10,000/s), 2 min 30 s left");
  EXPECT_EQ(progress_line(state, 60),
            "reading  25% of 2.0 GiB, 500,000 games (10,000/s), 2 min 30…");
}

}  // namespace
}  // namespace ludex::cli
