// Compares the reading of real archives with counts that other programs made on their raw bytes
// (truth.json, made by count_truth.py).

#include "formats/sgf/sgf.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace ludex {
namespace {

const std::filesystem::path kCorpus = test::corpus();

/// Counts games and their values in the same way as truth.json.
class GameCounter final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    if (parse_sgf(found.text, found.form, tree_)) return;
    if (found.unclosed) return;  // counted separately in truth.json
    extract_sgf_games(tree_, found.text, found.form, {}, games_);
    ++records;
    for (const SgfGame& game : games_) count_game(game.info);
    count_root();
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  long records = 0;
  long games = 0;
  long black_wins_written = 0;
  long handicaps = 0;
  long bad_texts = 0;
  std::map<std::string, long> roots_with, sizes, charsets;
  std::set<std::string, std::less<>> black_raw;
  std::map<ProblemKind, long> problems;
  std::map<GameType, long> types;

 private:
  void count_game(const GameInfo& info) {
    ++games;
    black_wins_written += info.result_raw.starts_with("B+");
    // Values in words are also stored as numbers; the raw count knows digits only.
    const bool in_words =
        std::ranges::any_of(info.properties, [](const auto& one) { return one.first == "HA"; });
    handicaps += !in_words && info.handicap.value_or(0) >= 2;
    ++charsets[info.charset];
    ++types[info.game];
    for (const Problem& problem : info.problems) ++problems[problem.kind];
    for (const std::string* text : {&info.seats[0].name, &info.event, &info.comment}) {
      bad_texts += !is_utf8(*text);
    }
    sizes[info.size.is_square() ? std::to_string(info.size.width) : "other"] += 1;
  }
  void count_root() {
    for (const SgfProperty& property : tree_.properties_of(tree_.nodes.front())) {
      if (property.id == SgfId::PB) black_raw.emplace(tree_.values_of(property).front());
      if (property.id == SgfId::PB) ++roots_with["PB"];
      if (property.id == SgfId::RE) ++roots_with["RE"];
    }
  }

  SgfTree tree_;
  std::vector<SgfGame> games_;
};

void read_all(const std::string& file, GameCounter& counter) {
  SourceReader reader({(kCorpus / file).string()});
  std::vector<char> buffer(std::size_t{1} << 18);
  while (reader.next_member()) {
    SgfSplitter splitter;
    while (const std::size_t size = reader.read(buffer)) {
      splitter.feed({buffer.data(), size}, counter);
    }
    splitter.finish(counter);
  }
}

class CorpusTest : public testing::TestWithParam<const char*> {};

TEST_P(CorpusTest, GivesTheSameCountsAsTheRawBytes) {
  SKIP_WITHOUT_CORPUS("truth.json");
  std::ifstream file(kCorpus / "truth.json");
  const auto truth = nlohmann::json::parse(file).at("by_file").at(GetParam()).at("sgf");
  GameCounter counter;
  read_all(GetParam(), counter);

  EXPECT_EQ(counter.records, truth.at("games"));
  EXPECT_EQ(counter.games, truth.at("games"));
  EXPECT_EQ(counter.roots_with["PB"], truth.at("games_with_PB"));
  EXPECT_EQ(counter.roots_with["RE"], truth.at("games_with_RE"));
  EXPECT_EQ(counter.black_wins_written, truth.at("RE_starts_B+"));
  EXPECT_EQ(counter.black_raw.size(), truth.at("distinct_PB_raw"));
  EXPECT_EQ(counter.handicaps, truth.at("HA_ge_2"));
  for (const auto& [size, count] : truth.at("SZ").items()) {
    if (size == "(none)") continue;
    const long missing = size == "19" ? truth.at("SZ").value("(none)", 0L) : 0L;  // Go: 19x19
    EXPECT_EQ(counter.sizes[size], count.get<long>() + missing) << size;
  }
  EXPECT_EQ(counter.bad_texts, 0);
}

TEST(CorpusCharsets, AreFoundWithoutALabelAndForNamesCutInsideACharacter) {
  SKIP_WITHOUT_CORPUS("truth.json");
  GameCounter chinese;
  read_all("go/m8weiqipu-gbk.sgf.gz", chinese);
  EXPECT_EQ(chinese.charsets["GB18030"], 1020);
  EXPECT_EQ(chinese.problems[ProblemKind::bad_charset], 0);

  GameCounter cut;  // 16 records hold a name in UTF-8 that lost its last bytes
  read_all("go/ai-servers.sgf.zst", cut);
  EXPECT_EQ(cut.charsets["UTF-8"], 7148);
  EXPECT_EQ(cut.problems[ProblemKind::bad_charset], 16);
}

TEST(CorpusGames, NoGameOfLittleGolemIsFiledAsGo) {
  SKIP_WITHOUT_CORPUS("truth.json");
  GameCounter hex;
  for (const char* file : {"hex/littlegolem-1374.txt", "hex/littlegolem-1382.txt",
                           "hex/littlegolem-1562.txt", "hex/littlegolem-a.sgf.xz"}) {
    read_all(file, hex);
  }
  EXPECT_EQ(hex.types, (std::map<GameType, long>{{GameType::hex, 16 + 15 + 215 + 9511}}));
  GameCounter twixt;
  read_all("twixt/three-games.tsgf", twixt);
  EXPECT_EQ(twixt.types, (std::map<GameType, long>{{GameType::twixt, 3}}));
}

INSTANTIATE_TEST_SUITE_P(Hex, CorpusTest,
                         testing::Values("hex/benzene.tar.gz", "hex/littlegolem-1374.txt",
                                         "hex/littlegolem-1382.txt", "hex/littlegolem-1562.txt",
                                         "hex/littlegolem-a.sgf.xz"));
INSTANTIATE_TEST_SUITE_P(Go, CorpusTest,
                         testing::Values("go/9x9-reviews.sgf", "go/ai-servers.sgf.zst",
                                         "go/gnugo-regression.tar.bz2",
                                         "go/katrain-life-and-death.sgf.gz",
                                         "go/kgs-6d-2001.tar.gz", "go/kgs-6d-2002.zip",
                                         "go/kgs-6d-2003.sgf.gz", "go/kgs-6d-2006.sgf.xz",
                                         "go/m8weiqipu-gbk.sgf.gz", "go/tom-9d-converted.sgf.xz",
                                         "go/tygem-2005-converted.sgf.gz"));

}  // namespace
}  // namespace ludex
