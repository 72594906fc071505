#include "cli/human_text.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

namespace ludex::cli {
namespace {

TEST(HumanText, GroupsDigitsByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(1204511), "1,204,511");
}

TEST(HumanText, WritesDurationsInTheUnitsPeopleUse) {
  EXPECT_EQ(duration_text(0.004), "0.00 s");
  EXPECT_EQ(duration_text(41.25), "41.2 s");
  EXPECT_EQ(duration_text(59.96), "1 min 00 s");
  EXPECT_EQ(duration_text(161), "2 min 41 s");
  EXPECT_EQ(duration_text(11'220), "3 h 07 min");
}

TEST(HumanText, WritesBytesInPowersOf1024) {
  EXPECT_EQ(bytes_text(1023), "1023 B");
  EXPECT_EQ(bytes_text(1536), "1.5 KiB");
  EXPECT_EQ(bytes_text(1024 * 1024 - 1), "1.0 MiB");
  EXPECT_EQ(bytes_text(27ULL << 30), "27.0 GiB");
}

TEST(HumanText, ReadsSizesWithAndWithoutUnits) {
  EXPECT_EQ(parse_bytes("123456", "--memory"), 123456u);
  EXPECT_EQ(parse_bytes("64MiB", "--memory"), 64u << 20);
  EXPECT_EQ(parse_bytes("1.5g", "--memory"), 1536u << 20);
  EXPECT_EQ(parse_bytes("800 kb", "--memory"), 800u << 10);
}

TEST(HumanText, RefusesTextsThatAreNoSize) {
  for (const char* text : {"", "MiB", "-5MiB", "0", "64 parsecs", "1e30", "nan", "64MiBB"}) {
    EXPECT_THROW((void)parse_bytes(text, "--memory"), UsageError) << text;
  }
  try {
    (void)parse_bytes("lots", "--memory");
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "--memory: 'lots' is not a size; write it like 64MiB or 1GiB");
  }
}

}  // namespace
}  // namespace ludex::cli
