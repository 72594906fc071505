// Compares replays of real Hex archives with the results in their records.

#include "formats/record_reader.hpp"
#include "formats/sgf/sgf_splitter.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

class HexCounter final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    if (reader_->read({found.text, found.form, {}})) return;
    for (std::size_t game = 0; game < reader_->game_count(); ++game) {
      reader_->compile(game, script_, nullptr);
      count(reader_->info(game));
    }
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  int games = 0;
  int illegal = 0;
  std::map<SwapKind, int> swaps;
  std::map<WinBy, int> ends, written, contradictions;

 private:
  void count(const GameInfo& info) {
    ++games;
    illegal += script_.first_illegal_ply >= 0;
    ++swaps[script_.swap.value_or(SwapKind::none)];
    if (!script_.result) return;
    ++ends[script_.result->by];
    if (info.result.winner == Winner::unknown) return;
    ++written[script_.result->by];
    contradictions[script_.result->by] += info.result.winner != script_.result->winner;
  }

  std::unique_ptr<RecordReader> reader_ = make_record_reader(Format::sgf);
  ReplayScript script_;
};

HexCounter count(const std::vector<std::string>& files) {
  HexCounter counter;
  for (const std::string& file : files) {
    SourceReader reader({(corpus() / "hex" / file).string()});
    std::vector<char> buffer(std::size_t{1} << 18);
    while (reader.next_member()) {
      SgfSplitter splitter;
      while (const std::size_t size = reader.read(buffer)) {
        splitter.feed({buffer.data(), size}, counter);
      }
      splitter.finish(counter);
    }
  }
  return counter;
}

TEST(HexCorpus, LittleGolemsResultsAgreeWithBoardsAndResignations) {
  SKIP_WITHOUT_CORPUS("hex");
  const HexCounter found = count({"littlegolem-1374.txt", "littlegolem-1382.txt",
                                  "littlegolem-1562.txt", "littlegolem-a.sgf.xz"});
  EXPECT_EQ(found.games, 9757);
  EXPECT_EQ(found.illegal, 0);
  EXPECT_GT(found.written.at(WinBy::connection), 0);
  EXPECT_GT(found.written.at(WinBy::resign), 0);
  EXPECT_EQ(found.contradictions.at(WinBy::connection), 0);
  EXPECT_EQ(found.contradictions.at(WinBy::resign), 0);
  EXPECT_EQ(found.swaps.count(SwapKind::sides), 0u) << "the next move is always the other one's";
  RecordProperty("connections", found.written.at(WinBy::connection));
  RecordProperty("resignations", found.written.at(WinBy::resign));
}

TEST(HexCorpus, TheSwapsOfBenzeneAreOfSides) {
  SKIP_WITHOUT_CORPUS("hex");
  const HexCounter found = count({"benzene.tar.gz"});
  EXPECT_EQ(found.games, 370);
  EXPECT_EQ(found.swaps, (std::map<SwapKind, int>{{SwapKind::none, 319}, {SwapKind::sides, 51}}));
  EXPECT_EQ(found.written, (std::map<WinBy, int>{{WinBy::connection, 5}}));
  EXPECT_EQ(found.contradictions.at(WinBy::connection), 0) << "one of the five has a swap of sides";
}

}  // namespace
}  // namespace ludex::test
