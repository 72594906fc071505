// Files that lie beside a source and belong to it: the names of WTHOR.

#include "pipeline/indexer_fixture.hpp"

#include "formats/format_room.hpp"
#include "pipeline/companions.hpp"
#include "support/cpu_seconds.hpp"
#include "support/packing.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <sys/stat.h>

#include <fstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace ludex {
namespace {

/// One game: black is player 1, white player 2; the shortest in which white loses all its discs.
std::string wtb() {
  std::string bytes("\x14\x05\x0A\x08\x01\0\0\0\0\0\xBA\x07\x08\0\x18\0\x01\0\x01\0\x02\0\x40\x40",
                    24);
  for (const int move : {65, 46, 35, 66, 57, 64, 75, 56, 53}) bytes += static_cast<char>(move);
  bytes.resize(16 + 68);
  return bytes;
}

std::string jou(std::string black) {
  std::string bytes("\x14\x16\x06\x1A\0\0\0\0\x03\0\0\0\0\0\0\0", 16);
  for (std::string name : {std::string("???"), std::move(black), std::string("Girardo Robert")}) {
    name.resize(20);
    bytes += name;
  }
  return bytes;
}

std::string trn(std::string event) {
  std::string bytes("\x14\x16\x06\x1A\0\0\0\0\x02\0\0\0\0\0\0\0", 16);
  for (std::string name : {std::string("Diverses parties"), std::move(event)}) {
    name.resize(26);
    bytes += name;
  }
  return bytes;
}

class CompanionsTest : public test::IndexerTest {
 protected:
  std::string players() { return ask("SELECT black, white FROM games"); }
};

TEST_F(CompanionsTest, GiveTheirNamesToTheGames) {
  add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  add_source("db/Solitaires.jou", jou("Nobody"));
  const auto report = index({add_source("db/WTH_1978.wtb", wtb())});
  EXPECT_EQ(report.games, 1U);
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\n");
}

TEST_F(CompanionsTest, AreNoSourcesOfGames) {
  add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  add_source("db/WTHOR.TRN", trn("Open"));
  add_source("db/WTH_1978.wtb", wtb());
  const auto report = index({folder_.path("db")});
  EXPECT_EQ(report.games, 1U);
  EXPECT_EQ(report.failed_sources, 0U);
  EXPECT_EQ(messages_, "");
}

TEST_F(CompanionsTest, ThatAreMissingAreNamed) {
  const auto source = add_source("db/WTH_1978.wtb", wtb());
  index({source});
  EXPECT_TRUE(
      messages_.ends_with("db/WTH_1978.wtb: no .jou or .trn file in the same folder; the "
                          "names that it holds are unknown\n"))
      << messages_;
  add_source("db/WTHOR.JOU.gz", test::compress(test::Codec::gzip, jou("Hubbard Paul")));
  index({source});
  EXPECT_TRUE(
      messages_.ends_with(": no .trn file in the same folder; the names that it holds are "
                          "unknown\n"))
      << messages_;
}

TEST_F(CompanionsTest, AnotherListHasTheGamesReadAgain) {
  const auto source = add_source("db/WTH_1978.wtb", wtb());
  index({source});
  EXPECT_EQ(players(), "|\n");
  add_source("db/WTHOR.JOU", jou("Hubbard Pau"));
  index({source});
  EXPECT_EQ(players(), "Hubbard Pau|Girardo Robert\n");
  add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  EXPECT_EQ(index({source}).games, 1U);
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\n");
  EXPECT_EQ(index({source}).games, 0U);
}

TEST_F(CompanionsTest, MayBePacked) {
  add_source("db/WTHOR.JOU.gz", test::compress(test::Codec::gzip, jou("Hubbard Paul")));
  index({add_source("db/WTH_1978.wtb.gz", test::compress(test::Codec::gzip, wtb()))});
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\n");
}

TEST_F(CompanionsTest, InAnArchiveAreThoseOfTheSameFolder) {
  const auto archive = test::pack(test::Packer::tar, {{"a/WTHOR.JOU", jou("Hubbard Paul")},
                                                      {"a/WTH_1978.wtb", wtb()},
                                                      {"b/WTH_1979.wtb", wtb()},
                                                      {"b/WTHOR.JOU", jou("Late")},
                                                      {"c/WTH_1980.wtb", wtb()}});
  index({add_source("all.tar", archive)});
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\nLate|Girardo Robert\n|\n");
}

TEST_F(CompanionsTest, AnotherListOfTournamentsHasTheGamesReadAgain) {
  const auto source = add_source("db/WTH_1978.wtb", wtb());
  add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  add_source("db/WTHOR.TRN", trn("Open 1"));
  index({source});
  EXPECT_EQ(ask("SELECT event FROM games"), "Open 1\n");
  add_source("db/WTHOR.TRN", trn("Open 2"));
  EXPECT_EQ(index({source}).games, 1U);
  EXPECT_EQ(ask("SELECT event FROM games"), "Open 2\n");
  EXPECT_EQ(index({source}).games, 0U);
}

/// The lists stand before the games, between them and after them; a folder has none.
const test::Files kFolders = {{"a/WTHOR.JOU", jou("Before")},   {"a/WTH_1978.wtb", wtb()},
                              {"b/WTH_1979.wtb", wtb()},        {"b/WTHOR.JOU", jou("Between")},
                              {"b/WTH_1980.wtb", wtb()},        {"c/WTH_1981.wtb", wtb()},
                              {"c/note.txt", "not a record\n"}, {"c/WTHOR.TRN", trn("Meijin")},
                              {"c/WTHOR.JOU", jou("Behind")},   {"d/WTH_1982.wtb", wtb()}};
constexpr const char* kTold =
    "a/WTH_1978.wtb|Before|\nb/WTH_1979.wtb|Between|\nb/WTH_1980.wtb|Between|\n"
    "c/WTH_1981.wtb|Behind|Meijin\nd/WTH_1982.wtb||\n";

TEST_F(CompanionsTest, InAnArchiveMayStandInAnyOrder) {
  const char* const question = "SELECT member, black, event FROM games";
  for (const auto packer : {test::Packer::tar, test::Packer::zip}) {
    const auto source = add_source("all", test::pack(packer, kFolders));
    index({source});
    EXPECT_EQ(ask(question), kTold);
  }
}

TEST_F(CompanionsTest, OfAnArchiveThatIsReadOnceAreTheSame) {
  const std::string pipe = folder_.path("pipe.tar");
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer(
      [&] { std::ofstream(pipe, std::ios::binary) << test::pack(test::Packer::tar, kFolders); });
  index({pipe});
  writer.join();
  EXPECT_EQ(ask("SELECT member, black, event FROM games"), kTold);
}

TEST_F(CompanionsTest, OfAFolderAreListedAndReadOnce) {
  const auto first = add_source("db/WTH_1978.wtb", wtb());
  const auto second = add_source("db/WTH_1979.wtb", wtb());
  const std::string list = add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  const FormatRoom& room = room_of(Format::wthor);
  CompanionFiles files;
  ASSERT_EQ(files.read(first, room).size(), 1U);
  add_source("db/WTH_1979.JOU", jou("Nobody"));
  const auto kept = files.read(second, room);
  ASSERT_EQ(kept.size(), 1U);
  EXPECT_EQ(kept[0].name, "WTHOR.JOU");
  EXPECT_EQ(kept[0].bytes, jou("Hubbard Paul"));
  EXPECT_EQ(CompanionFiles().read(second, room).at(0).name, "WTH_1979.JOU");
  const std::string longer = jou("Hubbard Pauline") + "more";
  add_source("db/WTHOR.JOU", longer);
  EXPECT_EQ(files.read(first, room).at(0).bytes, longer) << "it has changed";
}

TEST_F(CompanionsTest, AreReadNoFurtherThanTheirHeaderCanCount) {
  const std::string names = jou("Hubbard Paul") + std::string(10'000'000, '\0');
  const std::string packed = test::compress(test::Codec::gzip, names);
  const auto source = add_source("db/WTH_1978.wtb", wtb());
  add_source("db/WTHOR.JOU.gz", packed);
  const auto found = CompanionFiles().read(source, room_of(Format::wthor));
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].bytes.size(), 16U + 65'535U * 26U);
  index({source});
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\n");
}

TEST_F(CompanionsTest, InAnArchiveAreReadNoFurtherEither) {
  test::Files members = {{"a/WTH_1978.wtb", wtb()}};
  for (const std::string name : {"a/one.jou", "a/two.jou", "a/WTH.jou"}) {
    members.emplace_back(name, jou("Hubbard Paul") + std::string(30'000'000, '\0'));
  }
  index({add_source("all.tar", test::pack(test::Packer::tar, members))});
  EXPECT_EQ(players(), "Hubbard Paul|Girardo Robert\n");
}

TEST_F(CompanionsTest, OfManyFilesTakeNoTimeInASquare) {
  add_source("db/WTHOR.JOU", jou("Hubbard Paul"));
  for (int i = 0; i < test::many(3000); ++i) {
    add_source(fmt::format("db/WTH_{}.wtb", i), wtb());
  }
  EXPECT_LT(test::cpu_seconds([&] { index({folder_.path("db")}); }), 6);
  EXPECT_EQ(players().substr(0, 28), "Hubbard Paul|Girardo Robert\n");
}

}  // namespace
}  // namespace ludex
