#include "formats/text_lines.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

TEST(FindLineEnd, FindsWhatASearchForEitherByteFinds) {
  std::mt19937 random(3);
  for (const int rarity : {3, 50, 400, 5000}) {
    for (const std::string_view ends : {"\n", "\r", "\r\n"}) {
      std::string text(3000, 'x');
      for (char& c : text) {
        if (random() % static_cast<unsigned>(rarity) == 0) c = ends[random() % ends.size()];
      }
      for (std::size_t from = 0; from <= text.size() + 1; from += 1 + random() % 40) {
        const std::size_t end = std::min(text.find_first_of("\r\n", from), text.size());
        ASSERT_EQ(find_line_end(text, from), end) << rarity << " from " << from;
      }
    }
  }
}

TEST(TakeLine, TakesLinesWhateverEndsThem) {
  const std::string longer(1000, 'y');
  const std::string text = "a\nb\r\nc\r\r" + longer + "\r\n\nend";
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) lines.emplace_back(take_line(rest));
  EXPECT_EQ(lines, (std::vector<std::string>{"a", "b", "c", "", longer, "", "end"}));
}

}  // namespace
}  // namespace ludex
