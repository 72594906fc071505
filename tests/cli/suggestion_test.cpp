#include "cli/human_text.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ludex::cli {
namespace {

const std::vector<std::string> kWords = {"index", "find", "info", "remove", "rejects", "compact"};

TEST(Suggestion, CountsEditsWithSwappedNeighborsAsOne) {
  EXPECT_EQ(edit_distance("index", "index"), 0u);
  EXPECT_EQ(edit_distance("idnex", "index"), 1u);
  EXPECT_EQ(edit_distance("", "find"), 4u);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3u);
}

TEST(Suggestion, FindsTheWordThatWasMeant) {
  EXPECT_EQ(nearest_word("idnex", kWords), "index");
  EXPECT_EQ(nearest_word("fnd", kWords), "find");
  EXPECT_EQ(nearest_word("comp", kWords), "compact");
}

TEST(Suggestion, IsSilentWhereNothingIsNear) {
  EXPECT_EQ(nearest_word("serve", kWords), "");
  EXPECT_EQ(nearest_word("re", kWords), "") << "two words begin so";
  EXPECT_EQ(nearest_word("", kWords), "");
}

}  // namespace
}  // namespace ludex::cli
