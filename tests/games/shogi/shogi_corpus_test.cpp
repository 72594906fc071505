// Floodgate's records end in the final board, as comments: replay must lead there.

#include "formats/csa/csa_splitter.hpp"
#include "formats/format.hpp"
#include "shogi_replay.hpp"
#include "source/source_reader.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {
namespace {

/// The comment lines after the moves that are position lines, as a separate record. Empty unless
/// all nine ranks are there.
std::string commented_board(const CsaGame& game) {
  if (game.moves.empty()) return {};
  std::istringstream comment(game.moves.back().comment + "\n" + game.end_comment);
  std::string board;
  int ranks = 0;
  for (std::string line; std::getline(comment, line);) {
    if (line.size() < 2 || line[0] != 'P') continue;
    const bool is_rank = line[1] >= '1' && line[1] <= '9';
    ranks += is_rank ? 1 : 0;
    if (is_rank || line[1] == '+' || line[1] == '-') board += line + "\n";
  }
  return ranks == 9 ? board : "";
}

class BoardComparer final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    CsaOptions options;
    options.context = found.context;
    CsaGame game;
    if (parse_csa(found.text, options, game)) return;
    const std::string board = commented_board(game);
    if (board.empty()) return;
    ++boards;
    const Position expected = ShogiReplay(board).last();
    const Position last = ShogiReplay(found.text).last();
    // The sign of the turn is wrong in files of 2006 and 2007: board and hands alone.
    if (last.cells == expected.cells && last.rest == expected.rest) return;
    different.push_back(game.info.external_id + ", " + game.info.result_raw);
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  int boards = 0;
  std::vector<std::string> different;
};

TEST(ShogiCorpus, ReplayEndsOnTheBoardsThatFloodgateWrote) {
  SKIP_WITHOUT_CORPUS("csa");
  const auto folder = corpus() / "csa";
  BoardComparer comparer;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    SourceReader reader({entry.path().string()});
    std::vector<char> buffer(std::size_t{1} << 16);
    while (reader.next_member()) {
      CsaSplitter splitter;
      while (const std::size_t size = reader.read(buffer)) {
        splitter.feed({buffer.data(), size}, comparer);
      }
      splitter.finish(comparer);
    }
  }
  EXPECT_GT(comparer.boards, 10);
  // A test input of the server: its last move was taken out on purpose.
  const std::vector<std::string> one_move_short = {
      "wdoor+gps-1500-0+test+gps+20070822031740, sennichite:gps draw:test draw"};
  EXPECT_EQ(comparer.different, one_move_short);
}

}  // namespace
}  // namespace ludex::test
