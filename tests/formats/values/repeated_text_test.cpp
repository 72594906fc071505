#include "formats/values/repeated_text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex {
namespace {

TEST(RepeatedText, GivesWhatReadingEachTextGives) {
  RepeatedText<std::size_t> known;
  const auto hash = [](std::string_view text) { return std::hash<std::string_view>{}(text); };
  for (int round = 0; round < 3; ++round) {
    for (std::size_t i = 0; i < 2000; ++i) {
      const std::string text = std::string(i % 40, static_cast<char>(i % 256)) + std::to_string(i);
      EXPECT_EQ(known.find_or_read(text, hash), hash(text));
    }
  }
}

TEST(RepeatedText, ReadsAShortTextOnce) {
  RepeatedText<int> known;
  int reads = 0;
  const auto read = [&](std::string_view) { return ++reads; };
  EXPECT_EQ(known.find_or_read("6.5", read), 1);
  EXPECT_EQ(known.find_or_read("6.5", read), 1);
  EXPECT_EQ(known.find_or_read("", read), 2) << "an empty place is no empty text";
  EXPECT_EQ(known.find_or_read("", read), 2);
  EXPECT_EQ(known.find_or_read(std::string_view("6.5\0", 4), read), 3);
  const std::string text(32, 'x');
  EXPECT_EQ(known.find_or_read(text, read), 4);
  EXPECT_EQ(known.find_or_read(text, read), 5) << "too long to be kept";
}

}  // namespace
}  // namespace ludex
