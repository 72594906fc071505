#include "engine/export/export_files.hpp"

#include "ludex/error.hpp"
#include "ludex/export.hpp"
#include "ludex/position.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <string>

namespace ludex {
namespace {

TEST(SafeFileName, KeepsLettersAndDigits) {
  EXPECT_EQ(safe_file_name("Go Seigen"), "Go-Seigen");
  EXPECT_EQ(safe_file_name("羽生 善治"), "羽生-善治");
  EXPECT_EQ(safe_file_name("3rd Honinbo, game 2"), "3rd-Honinbo-game-2");
}

TEST(SafeFileName, LeadsNowhereElse) {
  EXPECT_EQ(safe_file_name("../../etc/passwd"), "etc-passwd");
  EXPECT_EQ(safe_file_name(".hidden"), "hidden");
  EXPECT_EQ(safe_file_name(".."), "unknown");
  EXPECT_EQ(safe_file_name(""), "unknown");
  EXPECT_EQ(safe_file_name("a\\b:c*d?\"<>|\n\x01"), "a-b-c-d");
  EXPECT_EQ(safe_file_name(std::string("a\0b", 3)), "a-b");
}

TEST(SafeFileName, IsShortAndCutsNoCharacterInTwo) {
  std::string name;
  for (int i = 0; i < 80; ++i) name += "é";
  const std::string safe = safe_file_name('x' + name);
  EXPECT_EQ(safe.size(), 99U);
  EXPECT_EQ(safe, ('x' + name).substr(0, 99));
}

TEST(SplitBy, IsAWordOrANumber) {
  EXPECT_EQ(parse_split("player").key, SplitBy::Key::player);
  EXPECT_EQ(parse_split("format").key, SplitBy::Key::format);
  EXPECT_EQ(parse_split("500").count, 500);
  for (const char* const wrong : {"", "0", "-3", "5x", "place"}) {
    EXPECT_THROW((void)parse_split(wrong), UsageError) << wrong;
  }
}

TEST(Plies, AreARangeOfThem) {
  const auto endless = std::numeric_limits<std::uint32_t>::max();
  const auto expect = [](const char* text, std::uint32_t first, std::uint32_t last, bool only) {
    const PlyRange range = parse_plies(text);
    EXPECT_EQ(range.first, first) << text;
    EXPECT_EQ(range.last, last) << text;
    EXPECT_EQ(range.only_last, only) << text;
  };
  expect("all", 0, endless, false);
  expect("last", 0, endless, true);
  expect("7", 7, 7, false);
  expect("3..9", 3, 9, false);
  expect("100..", 100, endless, false);
  expect("..9", 0, 9, false);
  for (const char* const wrong : {"", "..", "9..3", "a", "1..b", "-1", "1.2"}) {
    EXPECT_THROW((void)parse_plies(wrong), UsageError) << wrong;
  }
}

}  // namespace
}  // namespace ludex
