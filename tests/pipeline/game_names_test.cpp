// Names of games, which are looked for among the newest phrases only.
#include "engine/merge/merge.hpp"
#include "pipeline/indexer_fixture.hpp"
#include "store/text_dictionary.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace ludex::test {
namespace {

class GameNamesTest : public IndexerTest {
 protected:
  /// Games [first, end): half of the names come again after 300 games, so within a batch, and every
  /// fourth game brings another phrase.
  static std::string games(int first, int end) {
    std::string text;
    for (int i = first; i < end; ++i) {
      const int name = i % 2 == 0 ? i : i % 300;
      text += fmt::format("(;SZ[9]GN[game {}]AN[player {}];B[ee])\n", name, i / 4);
    }
    return text;
  }
  std::string phrases() { return ask("SELECT id, kind, written FROM phrase ORDER BY id"); }
  static IndexOptions with(int threads, std::uint64_t memory_bytes) {
    IndexOptions options;
    options.threads = threads;
    options.memory_bytes = memory_bytes;
    return options;
  }

  static constexpr int kGames = 12'000;  // more phrases than two blocks hold
  std::string first_ = add_source("first.sgf", games(0, 3500));
  std::string second_ = add_source("second.sgf", games(3500, kGames));
};

TEST_F(GameNamesTest, AreThoseOfTheRecords) {
  index({first_, second_});
  EXPECT_EQ(ask("SELECT count(*) FROM games WHERE game_name = 'game ' || iif((id - 1) % 2 = 0, "
                "id - 1, (id - 1) % 300)"),
            fmt::format("{}\n", kGames));
  EXPECT_EQ(ask(fmt::format("SELECT max(id) > {}, count(*) > count(DISTINCT kind || written) FROM "
                            "phrase",
                            2 * TextDictionary::kRecentIds)),
            "1|1\n");
}

TEST_F(GameNamesTest, HaveTheSameIdsInBatchesOfAnySize) {
  signature_of({first_, second_}, with(1, 1 << 30));
  const std::string of_large_batches = phrases();
  signature_of({first_, second_}, with(8, 64 << 20));
  EXPECT_TRUE(phrases() == of_large_batches);
}

TEST_F(GameNamesTest, HaveTheSameIdsInTwoRunsAsInOne) {
  signature_of({first_, second_}, {});
  const std::string of_one_run = phrases();
  signature_of({first_}, {});
  index({second_});
  EXPECT_TRUE(phrases() == of_one_run);
}

TEST_F(GameNamesTest, HaveTheSameIdsMergedAsIndexed) {
  signature_of({first_}, {});
  const auto first = database().string();
  signature_of({second_}, {});
  const auto second = database().string();
  signature_of({first_, second_}, {});
  const std::string indexed = phrases();
  database_ = "merged.db";
  merge_databases(database(), {.databases = {first, second}}, nullptr, nullptr, stop_);
  EXPECT_TRUE(phrases() == indexed);
}

TEST_F(GameNamesTest, OfOnePhraseBlockHaveOneRow) {
  index({add_source("a.sgf", "(;GN[Final];B[aa])(;GN[Final];B[bb])")});
  index({add_source("b.sgf", "(;GN[Final];B[cc])")});
  EXPECT_EQ(ask("SELECT count(*) FROM phrase WHERE written = 'Final'"), "1\n");
}

TEST_F(GameNamesTest, OtherPhrasesAreFoundByAnIndex) {
  index({first_});
  EXPECT_NE(ask("EXPLAIN QUERY PLAN SELECT id FROM phrase WHERE kind = ? AND written = ? AND kind "
                "<> 1")
                .find("USING COVERING INDEX phrase_by_text (kind=? AND written=?)"),
            std::string::npos);
}

}  // namespace
}  // namespace ludex::test
