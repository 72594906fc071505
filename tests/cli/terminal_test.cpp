#include "cli/terminal.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace ludex::cli {
namespace {

class TerminalTest : public testing::Test {
 protected:
  void SetUp() override { clear(); }
  void TearDown() override { clear(); }

 private:
  static void clear() {
    for (const char* const name : {"COLUMNS", "NO_COLOR", "CLICOLOR_FORCE"}) ::unsetenv(name);
    ::setenv("TERM", "xterm", 1);
  }
};

constexpr int kNoTerminal = -1;

TEST_F(TerminalTest, HasNoLimitWhereThereIsNoTerminal) { EXPECT_EQ(line_columns(kNoTerminal), 0u); }

TEST_F(TerminalTest, TakesColumnsFromTheEnvironment) {
  ::setenv("COLUMNS", "72", 1);
  EXPECT_EQ(line_columns(kNoTerminal), 72u);
  for (const char* const wrong : {"", "0", "wide", "80x"}) {
    ::setenv("COLUMNS", wrong, 1);
    EXPECT_EQ(line_columns(kNoTerminal), 0u) << wrong;
  }
}

TEST_F(TerminalTest, UsesColorsOnATerminalOnly) {
  EXPECT_TRUE(uses_color(ColorChoice::automatic, true));
  EXPECT_FALSE(uses_color(ColorChoice::automatic, false));
  ::setenv("TERM", "dumb", 1);
  EXPECT_FALSE(uses_color(ColorChoice::automatic, true));
}

TEST_F(TerminalTest, NoColorComesBeforeClicolorForceAndTheOptionBeforeBoth) {
  ::setenv("CLICOLOR_FORCE", "1", 1);
  EXPECT_TRUE(uses_color(ColorChoice::automatic, false));
  ::setenv("NO_COLOR", "1", 1);
  EXPECT_FALSE(uses_color(ColorChoice::automatic, true));
  EXPECT_TRUE(uses_color(ColorChoice::always, false));
  ::unsetenv("NO_COLOR");
  EXPECT_FALSE(uses_color(ColorChoice::never, true));
  ::setenv("CLICOLOR_FORCE", "0", 1);
  EXPECT_FALSE(uses_color(ColorChoice::automatic, false));
}

}  // namespace
}  // namespace ludex::cli
