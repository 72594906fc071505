// Records that repeat one thing 100,000 times. Code that looks through all before it, for each of
// them, takes minutes.

#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include "support/sanitized.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <ctime>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {
namespace {

constexpr int kCount = test::many(100'000);
constexpr double kMostSeconds = 5;  // of CPU; each takes 0.3 at most

/// item(0), item(1), ...
template <class Item>
std::string numbered(const Item& item) {
  std::string text;
  for (int i = 0; i < kCount; ++i) text += item(i);
  return text;
}

std::string repeated(std::string_view item) {
  return numbered([&](int) { return item; });
}

struct Growth {
  const char* name;
  Format format;
  std::optional<Format> to;  // none: it is only read
  std::string (*record)();
};

void PrintTo(const Growth& growth, std::ostream* out) { *out << growth.name; }

constexpr std::string_view kPsn = "[Sente \"a\"]\n\n1.P7f P3d ";
constexpr std::string_view kGcg = "#player1 a Ann\n#player2 b Bob\n>a: - +0 0\n>b: - +0 0\n";
constexpr std::string_view kGcgNote = "#note\n";  // after it, a line of a nick may be no event
constexpr std::string_view kUgf = "[Header]\nSize=19\n";

const Growth kGrowths[] = {
    {"PsnBrackets", Format::psn, {}, [] { return std::string(kPsn) + repeated("( "); }},
    {"PsnTimes", Format::psn, {}, [] { return std::string(kPsn) + repeated("(0:0"); }},
    {"PsnTags", Format::psn, {}, [] { return std::string(kPsn) + repeated("[A "); }},
    {"SgfOldEvents",
     Format::sgf,
     {},
     [] { return "(;TE[" + repeated("long name ") + "]" + repeated(";TE[]EV[]W[bb]") + ")"; }},
    {"GcgQuotesAndLongNames",
     Format::gcg,
     {},
     [] {
       return "#player1 a " + repeated("x") + "\n#player2 b Bob\n>a: - +0 0\n" +
              std::string(kGcgNote) + repeated(">c:\n");
     }},
    {"GcgQuotesAndPlayersWithoutSeat",
     Format::gcg,
     {},
     [] {
       return std::string(kGcg) + numbered([](int i) { return fmt::format("#player5 c{}\n", i); }) +
              std::string(kGcgNote) + numbered([](int i) { return fmt::format(">d{}:\n", i); });
     }},
    {"GcgQuotesAndEvents",
     Format::gcg,
     {},
     [] {
       std::string events(kGcg);
       for (int i = 0; i < 9000; ++i) events += ">player_a: - +0 0\n";
       return events + std::string(kGcgNote) + repeated(">player_c:\n>player_c:\n>player_c:\n");
     }},
    {"GcgLongRacks",
     Format::gcg,
     {},
     [] {
       const std::string rack = repeated("AAAAAAAAAAAAAAAAAAAA");
       return fmt::format("{}>a: {} -{} +0 0\n", kGcg, rack, rack);
     }},
    {"GcgLongTile",
     Format::gcg,
     {},
     [] {
       std::string text = fmt::format("{}>a: [{}] - +0 0\n", kGcg, repeated(std::string(40, 'Q')));
       for (int i = 0; i < 9000; ++i) text += ">b: - +0 0\n";
       return text;
     }},
    {"UgfHeaderAndMoves",
     Format::ugf,
     {},
     [] {
       return std::string(kUgf) + numbered([](int i) { return fmt::format("K{}=v\n", i); }) +
              "[Data]\n" + numbered([](int i) { return fmt::format("QP,B1,{},0\n", i + 1); });
     }},
    {"UgfCommentOfManyNodes",
     Format::ugf,
     {},
     [] {
       return std::string(kUgf) + "[Data]\nQP,B1,1,0\nDP,W1,2,0\n[ReviewNode]\nNODE,2,1,17,16\n" +
              repeated("VARIATION\nNODE,3,2,4,4\nVARIATIONEND\n") +
              "NODE,3,2,4,16\n[ReviewComment]\n.Comment,3\n" + repeated("a\n");
     }},
    {"KifHeadersAsJkf", Format::kif, Format::jkf,
     [] {
       return numbered([](int i) { return fmt::format("キー{}：v{}\n", i, i); }) + "1 ７六歩(77)\n";
     }},
    {"KifEndsAfterImpossibleMoves", Format::kif, Format::kif,
     [] {
       return numbered([](int i) { return fmt::format("{} ５五歩(56)\n", i + 1); }) +
              repeated(fmt::format("変化：{}手\n{} 投了\n", kCount + 1, kCount + 1));
     }},
    {"CsaCommentsAndHiddenLines", Format::csa, Format::csa,
     [] {
       return repeated("'c\n") + numbered([](int i) { return fmt::format("$NOTE:n{}\n", i); }) +
              "PI\n+\n+7776FU\n";
     }},
    {"CsaCommentsThatSayKeywords", Format::csa, Format::csa,
     [] {
       return "PI\n+\n+7776FU\n" + numbered([](int i) { return fmt::format("'$NOTE:n{}\n", i); });
     }},
};

class GrowthTest : public testing::TestWithParam<Growth> {};

TEST_P(GrowthTest, IsLinear) {
  const Growth& growth = GetParam();
  const std::string record = growth.record();
  const std::clock_t before = std::clock();
  if (growth.to) {
    const FormatRoom& room = room_of(growth.format);
    const auto writer =
        *growth.to == growth.format ? room.make_writer({}) : room.make_converter(*growth.to, {});
    std::string written;
    ASSERT_FALSE(writer->write(record, TextForm::bytes, Charset::utf8, written));
    EXPECT_LT(written.size(), 10 * record.size());
  } else {
    const auto reader = make_record_reader(growth.format);
    ReplayScript script;
    std::vector<PositionKey> keys;
    if (!reader->read({.text = record})) reader->compile(0, script, &keys);
  }
  EXPECT_LT(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC, kMostSeconds);
}

INSTANTIATE_TEST_SUITE_P(Records, GrowthTest, testing::ValuesIn(kGrowths),
                         [](const auto& made) { return std::string(made.param.name); });

}  // namespace
}  // namespace ludex
