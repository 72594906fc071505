#include "pipeline/indexer_fixture.hpp"
#include "pipeline/segment_keeper.hpp"
#include "store/packed_text.hpp"
#include "store/record_texts.hpp"
#include "store/removal.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

namespace ludex {
namespace {

constexpr std::size_t kLong = 20 << 20;  // over the limit of a record: pieces in several blocks

/// Removes games of a database, compacts it, and looks into its bytes.
class RemovedTextsTest : public test::IndexerTest {
 protected:
  static std::string record(int number, const std::string& player, std::size_t comment_bytes = 3) {
    return fmt::format("(;GM[1]SZ[9]PB[{}]PW[Kato]RU[rules of {}]GC[game of {}, {}];B[ee];W[cc])\n",
                       player, player, player, std::string(comment_bytes, 'a' + number % 26));
  }
  void remove(const std::vector<GameId>& games) {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    ASSERT_EQ(remove_games(opened, games), games.size());
  }
  CompactReport compact_now() {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    return compact(opened, [](const char*) {});
  }
  std::map<std::int64_t, std::string> texts() {
    Database opened = Database::open_for_reading(database());
    RecordTexts records(opened.sql());
    SqlStatement select(opened.sql(), "SELECT id FROM record ORDER BY id");
    std::map<std::int64_t, std::string> texts;
    while (select.step()) {
      texts[select.integer(0)] = records.text(static_cast<RecordId>(select.integer(0)));
    }
    return texts;
  }
  /// The file as it lies on the disk, and what its blocks of text hold.
  std::string everything() {
    std::ifstream file(database(), std::ios::binary);
    std::string all{std::istreambuf_iterator<char>(file), {}};
    Database opened = Database::open_for_reading(database());
    SqlStatement select(opened.sql(), "SELECT size, data FROM text_block ORDER BY id");
    TextUnpacker unpacker;
    std::string text;
    while (select.step()) {
      EXPECT_TRUE(
          unpacker.unpack(select.bytes(1), static_cast<std::uint64_t>(select.integer(0)), text));
      all += text;
    }
    return all;
  }
  bool is_anywhere(const std::string& text) { return everything().find(text) != std::string::npos; }
};

TEST_F(RemovedTextsTest, CompactingLeavesNothingOfTheTextOfARemovedGame) {
  std::string source;
  for (int i = 0; i < 50; ++i) source += record(i, i == 20 || i == 49 ? "Zebulon" : "Cho");
  index({add_source("a.sgf", source)});
  remove({GameId{21}, GameId{50}});
  ASSERT_TRUE(is_anywhere("Zebulon")) << "that is what this test is about";
  const auto before = signature_now();
  const auto kept = texts();
  EXPECT_GT(compact_now().text_bytes_dropped, 150u);
  EXPECT_FALSE(is_anywhere("Zebulon"));
  EXPECT_FALSE(is_anywhere("zebulon")) << "folded names, and words";
  EXPECT_EQ(texts(), kept);
  EXPECT_EQ(signature_now(), before);
  EXPECT_EQ(ask("SELECT written FROM name ORDER BY id"), "Cho\nKato\n");
  EXPECT_EQ(compact_now().text_bytes_dropped, 0u) << "nothing is left to erase";
}

TEST_F(RemovedTextsTest, LongRecordsOnBothSidesOfARemovedOneStayWhole) {
  const std::string first = record(0, "Cho", kLong), second = record(1, "Cho", kLong + 77);
  index({add_source("a.sgf", first + record(2, "Zebulon") + second + record(3, "Cho"))});
  remove({GameId{1}});  // the first; long ones are rejects
  const auto kept = texts();
  ASSERT_EQ(kept.size(), 3u);
  compact_now();
  EXPECT_TRUE(texts() == kept);
  EXPECT_FALSE(is_anywhere("Zebulon"));
}

TEST_F(RemovedTextsTest, NoneOfALongRemovedRecordStays) {
  const std::string source = record(0, "Cho") + record(1, "Zebulon", 3 << 20) + record(2, "Cho");
  index({add_source("a.sgf", source)});
  remove({GameId{2}});
  const auto kept = texts();
  compact_now();
  EXPECT_EQ(texts(), kept);
  EXPECT_FALSE(is_anywhere("Zebulon"));
  EXPECT_FALSE(is_anywhere("bbbbbbbbbbbbbbbb"));
}

TEST_F(RemovedTextsTest, GamesAddedLaterGetTheNamesAgain) {
  index({add_source("a.sgf", record(0, "Cho") + record(1, "Zebulon"))});
  remove({GameId{2}});
  compact_now();
  index({add_source("b.sgf", record(2, "Zebulon") + record(3, "Yi"))});
  EXPECT_EQ(ask("SELECT id, black, rules FROM games ORDER BY id"),
            "1|Cho|rules of Cho\n3|Zebulon|rules of Zebulon\n4|Yi|rules of Yi\n");
}

TEST_F(RemovedTextsTest, ADamagedBlockStaysAsItIs) {
  index({add_source("a.sgf", record(0, "Cho") + record(1, "Zebulon"))});
  remove({GameId{2}});
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    opened.sql().exec("UPDATE text_block SET data = zeroblob(40)");
  }
  EXPECT_EQ(compact_now().text_bytes_dropped, 0u);
  EXPECT_EQ(ask("SELECT hex(data) = hex(zeroblob(40)) FROM text_block"), "1\n");
}

}  // namespace
}  // namespace ludex
