#include "manual/generator/markdown.hpp"

#include "manual/generator/page.hpp"
#include "manual/generator/roff.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ludex::manual {
namespace {

std::string shown(std::string_view text) {
  std::string out;
  for (const Span& span : spans_of(text)) {
    constexpr std::string_view kLetters = "pcselr";
    out += kLetters[static_cast<std::size_t>(span.kind)];
    out += '<' + span.text + (span.target.empty() ? "" : "|" + span.target) + '>';
  }
  return out;
}

TEST(Markdown, ReadsSpans) {
  EXPECT_EQ(shown("say `--id 5` or **both** *N*"), "p<say >c<--id 5>p< or >s<both>p< >e<N>");
  EXPECT_EQ(shown("see ludex-sql(7), [SemVer](https://semver.org)"),
            "p<see >r<ludex-sql|7>p<, >l<SemVer|https://semver.org>");
  EXPECT_EQ(shown("FF[4] and \\*anything\\*, 2 * 3"), "p<FF[4] and *anything*, 2 * 3>");
  EXPECT_EQ(shown("ludex(2) ludex-(1 `open"), "p<ludex(2) ludex-(1 `open>");
}

TEST(Markdown, EscapedTextIsShownAsItIs) {
  for (const std::string_view text : {"a*b*c", "[x](y)", "`code`", "\\n", "'*' (anything), {^W}"}) {
    EXPECT_EQ(shown(escaped_markdown(text)), "p<" + std::string(text) + ">");
  }
}

TEST(Markdown, ReadsBlocks) {
  const auto blocks = parse_markdown(
      "## ONE\n\nA line\nand more.\n- an item\n  of two lines\n- another\n\n| a | b |\n|---|---|\n"
      "| `x\\|y` | 2 |\n<!-- not\nshown -->\n```sh\n## no title\n```\n### sub\n");
  ASSERT_EQ(blocks.size(), 6u);
  EXPECT_EQ(blocks[1].text, "A line and more.");
  EXPECT_EQ(blocks[2].items, (std::vector<std::string>{"an item of two lines", "another"}));
  EXPECT_EQ(blocks[3].rows, (std::vector<std::vector<std::string>>{{"a", "b"}, {"`x|y`", "2"}}));
  EXPECT_EQ(blocks[4].text, "## no title\n");
  EXPECT_EQ(blocks[5].kind, Block::Kind::subsection);
}

TEST(Markdown, RefusesOpenBlocksAndDeepTitles) {
  EXPECT_THROW((void)parse_markdown("```\ncode\n"), std::runtime_error);
  EXPECT_THROW((void)parse_markdown("<!-- comment\n"), std::runtime_error);
  EXPECT_THROW((void)parse_markdown("#### too deep\n"), std::runtime_error);
}

TEST(Roff, ProtectsLinesAndCharacters) {
  const Page page{"ludex-x", "1", "a title", parse_markdown("## DESCRIPTION\n\n.TH is `a-b\\c`\n")};
  const std::string text = roff_of(page, {"1.0", "2026-01-01"});
  EXPECT_NE(text.find("\n\\&.TH is \\fBa\\-b\\ec\\fR\n"), std::string::npos) << text;
  EXPECT_NE(text.find("ludex\\-x \\- a title\n"), std::string::npos) << text;
}

}  // namespace
}  // namespace ludex::manual
