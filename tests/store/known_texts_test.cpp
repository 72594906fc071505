#include "store/text_dictionary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

TEST(KnownTexts, FindsWhatWasAddedAndNothingElse) {
  KnownTexts texts;
  EXPECT_EQ(texts.find(1, "Shusaku"), 0);
  for (std::int64_t id = 1; id <= 10'000; ++id) {
    const std::string text = fmt::format("player {}", id);
    ASSERT_EQ(texts.find(1, text), 0) << text;
    texts.add(1, text, id);
    ASSERT_EQ(texts.find(1, text), id) << text;
  }
  for (std::int64_t id = 1; id <= 10'000; ++id) {
    EXPECT_EQ(texts.find(1, fmt::format("player {}", id)), id);
    EXPECT_EQ(texts.find(1, fmt::format("Player {}", id)), 0);
  }
}

TEST(KnownTexts, TextsOfDifferentKindsAreDifferent) {
  KnownTexts texts;
  texts.add(1, "Oslo", 7);
  texts.add(3, "Oslo", 8);
  EXPECT_EQ(texts.find(1, "Oslo"), 7);
  EXPECT_EQ(texts.find(2, "Oslo"), 0);
  EXPECT_EQ(texts.find(3, "Oslo"), 8);
}

TEST(KnownTexts, ATextIsAllItsBytes) {
  KnownTexts texts;
  using namespace std::string_view_literals;
  texts.add(1, "a\0b"sv, 1);
  texts.add(1, "a"sv, 2);
  texts.add(1, "\0"sv, 3);
  EXPECT_EQ(texts.find(1, "a\0b"sv), 1);
  EXPECT_EQ(texts.find(1, "a"sv), 2);
  EXPECT_EQ(texts.find(1, "\0"sv), 3);
  EXPECT_EQ(texts.find(1, "a\0"sv), 0);
}

TEST(KnownTexts, IsEmptyOnceCleared) {
  KnownTexts texts;
  for (std::int64_t id = 1; id <= 1000; ++id) texts.add(1, fmt::format("event {}", id), id);
  EXPECT_GT(texts.bytes(), 1000U * 9);
  texts.clear();
  EXPECT_EQ(texts.bytes(), 0U);
  EXPECT_EQ(texts.find(1, "event 1"), 0);
  texts.add(1, "event 1", 5);
  EXPECT_EQ(texts.find(1, "event 1"), 5);
}

}  // namespace
}  // namespace ludex
