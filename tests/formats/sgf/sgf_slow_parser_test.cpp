// Splitter and parser against a slow and obvious reader, over streams of generated trees.
#include "formats/collected_records.hpp"
#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_text.hpp"
#include "formats/sgf/slow_sgf.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <string>
#include <vector>

namespace ludex::test {
namespace {

using rc::gen::arbitrary;
using rc::gen::container;
using rc::gen::element;
using rc::gen::inRange;

std::string concatenated(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

rc::Gen<std::string> several(rc::Gen<std::string> part, int most) {
  return rc::gen::mapcat(inRange(0, most + 1), [part](int count) {
    return rc::gen::map(container<std::vector<std::string>>(count, part), concatenated);
  });
}

rc::Gen<std::string> blanks() {
  return several(rc::gen::weightedElement<std::string>(
                     {{20, ""}, {2, " "}, {1, "\n"}, {1, "\r\n"}, {1, "\t"}}),
                 2);
}

/// Text as it is written in a value: brackets and backslashes protected, line breaks of all kinds,
/// what looks like syntax, composed values.
rc::Gen<std::string> value() {
  return several(
      rc::gen::weightedElement<std::string>(
          {{6, "aa"}, {4, "x"},       {2, " "},    {2, "\\]"},      {2, "\\\\"},        {1, "\\:"},
           {2, ":"},  {1, "["},       {1, "("},    {1, ")"},        {1, ";"},           {1, "\n"},
           {1, "\r"}, {1, "\r\n"},    {1, "\n\r"}, {1, "\\\n"},     {1, "\\\r\n"},      {1, "\\a"},
           {1, "\t"}, {1, "B[dd\\]"}, {1, "(;W"},  {1, "\xC3\xA9"}, {1, "\xE5\x9B\xB2"}}),
      6);
}

rc::Gen<std::string> property() {
  const auto ident = element<std::string>("B", "W", "C", "AB", "AW", "LB", "N", "PB", "EV", "GC",
                                          "TR", "XX", "KGSDE", "VW");
  const auto values = rc::gen::map(
      rc::gen::pair(
          value(),
          several(rc::gen::map(value(), [](const std::string& v) { return "[" + v + "]"; }), 3)),
      [](const auto& some) { return "[" + some.first + "]" + some.second; });
  return rc::gen::apply(
      [](const std::string& name, const std::string& gap, const std::string& written,
         const std::string& end) { return name + gap + written + end; },
      ident, blanks(), values, blanks());
}

rc::Gen<std::string> node() {
  return rc::gen::apply(
      [](const std::string& gap, const std::string& some) { return ";" + gap + some; }, blanks(),
      several(property(), 4));
}

/// A tree of about `size` nodes, grown by opening and closing branches at random.
rc::Gen<std::string> tree() {
  return rc::gen::map(rc::gen::pair(node(), container<std::vector<std::pair<int, std::string>>>(
                                                rc::gen::pair(inRange(0, 6), node()))),
                      [](const auto& parts) {
                        std::string text = "(" + parts.first;
                        std::vector<bool> has_branches{false};
                        for (const auto& [choice, written] : parts.second) {
                          if (choice == 0 && has_branches.size() > 1) {
                            text += ')';
                            has_branches.pop_back();
                          }
                          if (choice <= 2 || has_branches.back()) {
                            has_branches.back() = true;
                            has_branches.push_back(false);
                            text += '(';
                          }
                          text += written;
                        }
                        return text + std::string(has_branches.size(), ')');
                      });
}

/// Trees with text between them that holds no "(;".
rc::Gen<std::string> stream() {
  const auto between =
      element<std::string>("", "\n", "\r\n\r\n", " ", "a line (of [text)\n", "])\n");
  return several(rc::gen::apply([](const std::string& a, const std::string& b) { return a + b; },
                                between, tree()),
                 4);
}

SlowTree as_slow(const SgfTree& tree) {
  SlowTree slow;
  for (const SgfNode& node : tree.nodes) {
    SlowNode& made = slow.emplace_back();
    made.parent = node.parent;
    for (const SgfProperty& property : tree.properties_of(node)) {
      auto& [ident, values] = made.properties.emplace_back();
      ident = property.ident;
      for (const std::string_view raw : tree.values_of(property)) values.emplace_back(raw);
    }
  }
  return slow;
}

std::vector<SlowTree> read(const std::string& text, std::size_t chunk_bytes) {
  std::vector<SlowTree> trees;
  SgfTree tree;
  for (const CutRecord& record : cut_in_chunks_of(chunk_bytes, text).records) {
    RC_ASSERT(!record.unclosed);
    RC_ASSERT(!parse_sgf(record.text, record.form, tree).has_value());
    trees.push_back(as_slow(tree));
  }
  return trees;
}

/// Children in the order of the file, as the links say.
bool links_hold(const SgfTree& tree) {
  std::vector<std::int32_t> last_child(tree.nodes.size(), -1);
  for (std::size_t i = 1; i < tree.nodes.size(); ++i) {
    const auto self = static_cast<std::int32_t>(i);
    const auto parent = static_cast<std::size_t>(tree.nodes[i].parent);
    const std::int32_t before = last_child[parent];
    const std::int32_t link = before < 0
                                  ? tree.nodes[parent].first_child
                                  : tree.nodes[static_cast<std::size_t>(before)].next_sibling;
    if (link != self) return false;
    last_child[parent] = self;
  }
  return true;
}

TEST(SgfSlowParser, SeesTheSameTreesInGeneratedStreams) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = *stream();
    const std::size_t chunk_bytes = *inRange<std::size_t>(1, 40);
    RC_ASSERT(read(text, chunk_bytes) == read_slowly(text));
  }));
}

TEST(SgfSlowParser, SeesTheSameMeaningInValues) {
  EXPECT_TRUE(rc::check([] {
    const std::string written = *value();
    RC_ASSERT(unescape_text(written) == mean_slowly(written));
    std::string simple = mean_slowly(written);
    for (char& c : simple) c = c == '\n' ? ' ' : c;
    RC_ASSERT(unescape_simpletext(written) == simple);
  }));
}

TEST(SgfSlowParser, SeesTheSameHalvesOfComposedValues) {
  EXPECT_TRUE(rc::check([] {
    const std::string written = *value();
    std::size_t colon = 0;
    while (colon < written.size() && written[colon] != ':') colon += written[colon] == '\\' ? 2 : 1;
    const auto halves = split_composed(written);
    RC_ASSERT(halves.has_value() == (colon < written.size()));
    if (halves)
      RC_ASSERT(std::string(halves->first) + ":" + std::string(halves->second) == written);
    if (halves) RC_ASSERT(halves->first.size() == colon);
  }));
}

TEST(SgfSlowParser, LinksChildrenInFileOrder) {
  EXPECT_TRUE(rc::check([] {
    const std::string text = *tree();
    SgfTree parsed;
    RC_ASSERT(!parse_sgf(text, TextForm::bytes, parsed).has_value());
    RC_ASSERT(links_hold(parsed));
  }));
}

}  // namespace
}  // namespace ludex::test
