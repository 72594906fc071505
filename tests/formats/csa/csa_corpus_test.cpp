// Compares the reading of real CSA files with counts that another program made on their raw bytes
// (truth.json, made by count_truth.py).

#include "formats/csa/csa.hpp"
#include "formats/csa/csa_splitter.hpp"
#include "formats/format.hpp"
#include "source/source_reader.hpp"

#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ludex {
namespace {

const std::filesystem::path kCorpus = test::corpus();

class GameCounter final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    CsaOptions options;
    options.context = found.context;
    options.form = found.form;
    if (parse_csa(found.text, options, game_)) return;
    ++games;
    moves += static_cast<long>(game_.moves.size());
    games_with_moves += !game_.moves.empty();
    resigned += game_.end_mark == "TORYO";
    winners +=
        game_.info.result.winner == Winner::first || game_.info.result.winner == Winner::second;
    problems += static_cast<long>(game_.info.problems.size());
    charsets.insert(game_.info.charset);
    for (const SeatInfo& seat : game_.info.seats) bad_texts += !is_utf8(seat.name);
    results.push_back(game_.info.result);
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  long games = 0;
  long moves = 0;
  long games_with_moves = 0;
  long resigned = 0;
  long winners = 0;
  long problems = 0;
  long bad_texts = 0;
  std::set<std::string> charsets;
  std::vector<GameResult> results;

 private:
  CsaGame game_;
};

GameCounter read_all(const std::string& file) {
  GameCounter counter;
  SourceReader reader({(kCorpus / file).string()});
  std::vector<char> buffer(std::size_t{1} << 16);
  while (reader.next_member()) {
    CsaSplitter splitter;
    bool first = true;
    while (const std::size_t size = reader.read(buffer)) {
      const std::string_view chunk(buffer.data(), size);
      const std::string& member = reader.member();
      if (std::exchange(first, false) &&
          detect_format(chunk, member.empty() ? file : member) != Format::csa)
        break;
      splitter.feed(chunk, counter);
    }
    splitter.finish(counter);
  }
  return counter;
}

class CsaCorpusTest : public testing::TestWithParam<const char*> {
 protected:
  void SetUp() override { SKIP_WITHOUT_CORPUS("truth.json"); }
};

TEST_P(CsaCorpusTest, GivesTheSameCountsAsTheRawBytes) {
  std::ifstream file(kCorpus / "truth.json");
  const auto truth = nlohmann::json::parse(file).at("by_file").at(GetParam()).at("csa");
  const GameCounter counter = read_all(GetParam());
  EXPECT_EQ(counter.games, truth.at("games"));
  EXPECT_EQ(counter.moves, truth.at("moves"));
  EXPECT_EQ(counter.games_with_moves, truth.at("games_with_moves"));
  EXPECT_EQ(counter.resigned, truth.value("end_TORYO", 0));
  EXPECT_EQ(counter.bad_texts, 0);
  // One of them is a message of a server's protocol, with 21 lines that are not CSA's.
  const bool is_message = std::string_view(GetParam()).ends_with("python-shogi/003.csa");
  EXPECT_EQ(counter.problems, is_message ? 21 : 0);
}

INSTANTIATE_TEST_SUITE_P(
    Files, CsaCorpusTest,
    testing::Values(
        "csa/full-games.csa", "csa/games.csa.gz", "csa/games-sjis.csa", "csa/originals.zip",
        "torture/literals-kifu-for-js/001.csa", "torture/literals-kifu-for-js/002.csa",
        "torture/literals-kifu-for-js/003.csa", "torture/literals-kifu-for-js/004.csa",
        "torture/literals-python-shogi/001.csa", "torture/literals-python-shogi/002.csa",
        "torture/literals-python-shogi/003.csa", "torture/literals-python-shogi/004.csa",
        "torture/literals-python-shogi/005.csa", "torture/literals-python-shogi/006.csa"));

TEST_F(CsaCorpusTest, HasTheCharsetsOfItsWriters) {
  EXPECT_EQ(read_all("csa/games-sjis.csa").charsets,
            (std::set<std::string>{"EUC-JP", "Shift_JIS"}));
}

TEST_F(CsaCorpusTest, HasTheResultsOfFloodgatesSummaries) {
  const auto result = [](const std::string& name) {
    return read_all("csa/floodgate/" + name).results.at(0);
  };
  const auto from_summary = [](Winner winner, WinBy by) {
    return GameResult{winner, by, {}, ResultFrom::summary};
  };
  EXPECT_EQ(result("jishogi_kachi.csa"), from_summary(Winner::first, WinBy::illegal));
  EXPECT_EQ(result("oute_sennichite.csa"), from_summary(Winner::draw, WinBy::repetition));
  EXPECT_EQ(result("wdoor+floodgate-900-0+gps_normal+gps_l+20100507120007.csa"),
            from_summary(Winner::second, WinBy::resign));
}

}  // namespace
}  // namespace ludex
