#include "generator/gcg_archive.hpp"

#include "formats/gcg/gcg.hpp"
#include "formats/gcg/gcg_splitter.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace ludex {
namespace {

/// Replays every record and counts its contents.
class Counter final : public RecordSink {
 public:
  void record(const FoundRecord& found) override {
    GcgGame game;
    ASSERT_FALSE(parse_gcg(found.text, {}, game).has_value());
    ReplayScript script;
    replay_gcg(game, script, [](const CgpPosition&, std::size_t) {});
    ++games;
    decided += game.info.result.winner != Winner::unknown;
    for (const GcgEvent& event : game.events) ++events[event.kind];
    for (const Problem& problem : game.info.problems) problems.push_back(problem.message);
    for (const Problem& problem : script.problems) problems.push_back(problem.message);
  }
  void oversize_piece(std::string_view, std::uint64_t, bool) override {}
  void junk(std::uint64_t, std::uint64_t) override {}

  int games = 0;
  int decided = 0;
  std::map<GcgEventKind, int> events;
  std::vector<std::string> problems;
};

Counter count(const std::string& text) {
  Counter counter;
  GcgSplitter splitter;
  splitter.feed(text, counter);
  splitter.finish(counter);
  return counter;
}

TEST(GcgArchive, HasTheScoresAndTotalsThatReplayComputes) {
  const Counter found = count(bench::gcg_archive(300, {.seed = 5}));
  EXPECT_EQ(found.games, 300);
  EXPECT_EQ(found.decided, 300);
  EXPECT_EQ(found.problems, std::vector<std::string>{});
}

TEST(GcgArchive, HasEveryKindOfEvent) {
  const Counter found = count(bench::gcg_archive(300, {.seed = 5}));
  for (const auto kind :
       {GcgEventKind::play, GcgEventKind::pass, GcgEventKind::exchange, GcgEventKind::withdrawal,
        GcgEventKind::bonus, GcgEventKind::end_rack, GcgEventKind::time}) {
    EXPECT_TRUE(found.events.contains(kind)) << static_cast<int>(kind);
  }
}

TEST(GcgArchive, DependsOnItsSeedAndTheNumberOfTheGameAlone) {
  std::string one;
  bench::GcgArchive({.seed = 3}).append_game(7, one);
  const std::string all = bench::gcg_archive(8, {.seed = 3});
  EXPECT_TRUE(all.ends_with(one));
  EXPECT_NE(bench::gcg_archive(1, {.seed = 4}), bench::gcg_archive(1, {.seed = 3}));
}

}  // namespace
}  // namespace ludex
