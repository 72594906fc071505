#include "index/posting_sorter.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <oneapi/tbb/task_arena.h>
#include <sys/resource.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "index/memory_blocks.hpp"
#include "index/posting_samples.hpp"
#include "ludex/error.hpp"
#include "support/segment_check.hpp"
#include "support/temporary_folder.hpp"

namespace ludex {
namespace {

using test::build_segment;
using test::Stretch;

constexpr std::size_t kManySpills = 16 << 10;  // bytes: runs of 1,024 keys

std::string error_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

/// A temporary folder, deleted afterwards.
class SpillTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::string database() const { return folder_ / "games.db"; }
  void touch(const std::string& name) const { std::ofstream(folder_ / name) << "left over"; }
  [[nodiscard]] std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_)) {
      names.push_back(entry.path().filename());
    }
    std::ranges::sort(names);
    return names;
  }

  const test::TemporaryFolder temporary_;
  const std::filesystem::path folder_ = temporary_.path();
};

TEST(PostingSorter, GivesNothingForNothing) {
  PostingSorter sorter({.memory_bytes = 1 << 20, .spill_prefix = "unused"});
  test::MemoryBlocks blocks;
  EXPECT_EQ(sorter.finish(blocks), SegmentInfo{});
  EXPECT_TRUE(blocks.blocks.empty());
}

TEST(PostingSorter, SortsByKeyThenNumber) {
  const PositionKey a{0x1234'5678'9abc'0000};
  const PositionKey b{0xf234'5678'9abc'ffff};
  const std::vector<Stretch> game{{100, {b, a, b, a}}};
  const auto segment = build_segment(game);
  EXPECT_EQ(segment.info.postings, 4u);
  EXPECT_EQ(segment.info.block_count, 1u);
  EXPECT_EQ(segment.info.first_number, 100u);
  EXPECT_EQ(segment.info.end_number, 104u);
  const std::vector<Posting> expected{
      {key_prefix(a), 101}, {key_prefix(a), 103}, {key_prefix(b), 100}, {key_prefix(b), 102}};
  EXPECT_EQ(test::decoded(segment.blocks), expected);
}

TEST(PostingSorter, AgreesWithASortedVector) {
  for (const auto& sample : test::samples(300'000)) {
    const auto segment = build_segment(sample.stretches);
    const auto expected = test::sorted_postings(sample.stretches);
    EXPECT_TRUE(test::decoded(segment.blocks) == expected) << sample.name;
    EXPECT_EQ(segment.info.postings, expected.size()) << sample.name;
    EXPECT_EQ(segment.info.block_count, segment.blocks.blocks.size()) << sample.name;
  }
}

TEST_F(SpillTest, GivesTheSameBlocksForEveryMemoryBudget) {
  for (const auto& sample : test::samples(400'000)) {
    const auto whole = build_segment(sample.stretches, std::size_t{1} << 30, database());
    for (const std::size_t memory_bytes :
         {kManySpills, std::size_t{200'000}, std::size_t{3} << 20}) {
      const auto spilled = build_segment(sample.stretches, memory_bytes, database());
      EXPECT_EQ(spilled.info, whole.info) << sample.name << ", " << memory_bytes;
      EXPECT_TRUE(spilled.blocks.blocks == whole.blocks.blocks)
          << sample.name << ", " << memory_bytes;
    }
  }
  EXPECT_TRUE(files().empty());
}

TEST_F(SpillTest, GivesTheSameBlocksForEveryNumberOfThreads) {
  for (const auto& sample : test::samples(600'000)) {
    const auto build_with = [&](int threads, std::size_t memory_bytes) {
      tbb::task_arena arena(threads);
      return arena.execute(
          [&] { return build_segment(sample.stretches, memory_bytes, database()); });
    };
    const auto expected = build_with(1, 1 << 26).blocks.blocks;
    EXPECT_TRUE(build_with(4, 1 << 26).blocks.blocks == expected) << sample.name;
    EXPECT_TRUE(build_with(3, 1 << 20).blocks.blocks == expected) << sample.name;
  }
}

TEST(PostingSorter, DoesNotCareHowAGameIsHandedOver) {
  std::vector<Stretch> game(1);
  std::vector<Stretch> pieces;
  for (std::uint64_t i = 0; i < 5000; ++i) {
    const PositionKey key{i * 0x9e37'79b9'7f4a'7c15};
    game[0].keys.push_back(key);
    pieces.push_back({i, {key}});
  }
  EXPECT_TRUE(build_segment(game).blocks.blocks == build_segment(pieces).blocks.blocks);
}

/// The groups that finish() hands over, as text; "none" if it hands over nothing.
std::string hot_groups(const std::vector<Stretch>& stretches, std::size_t memory_bytes,
                       const std::string& prefix) {
  PostingSorter sorter({.memory_bytes = memory_bytes, .spill_prefix = prefix});
  for (const Stretch& stretch : stretches) sorter.add(stretch.first_number, stretch.keys);
  test::MemoryBlocks blocks;
  std::optional<HotPostings> hot;
  (void)sorter.finish(blocks, &hot);
  if (!hot) return "none";
  std::string text;
  for (std::size_t i = 0; i < hot->groups.size(); ++i) {
    text += fmt::format("{:x}:", hot->groups[i].key);
    for (std::size_t at = hot->groups[i].begin; at < hot->end_of(i); ++at) {
      text += fmt::format(" {}", hot->numbers[at]);
    }
    text += '\n';
  }
  return text;
}

std::string expected_hot_groups(const std::vector<Stretch>& stretches) {
  std::map<std::uint64_t, std::string> groups;
  std::map<std::uint64_t, std::uint64_t> counts;
  for (const Posting& posting : test::sorted_postings(stretches)) {
    groups[posting.key] += fmt::format(" {}", posting.number);
    ++counts[posting.key];
  }
  std::string text;
  for (const auto& [key, numbers] : groups) {
    if (counts[key] >= kHotPostings) text += fmt::format("{:x}:{}\n", key, numbers);
  }
  return text;
}

TEST_F(SpillTest, HandsOverThePostingsOfHotKeys) {
  for (const auto& sample : test::samples(300'000)) {
    EXPECT_TRUE(hot_groups(sample.stretches, 1 << 26, database()) ==
                expected_hot_groups(sample.stretches))
        << sample.name;
  }
}

TEST(PostingSorter, HandsOverKeysWithExactlyAsManyPostingsAsAreHot) {
  std::vector<Stretch> game(1);
  for (std::uint64_t key : {1, 2, 3, 4, 5}) {
    const std::uint64_t count = key % 2 == 0 ? kHotPostings : kHotPostings - 1;
    game[0].keys.insert(game[0].keys.end(), count, PositionKey{key << 40});
  }
  const std::string hot = hot_groups(game, 1 << 26, "unused");
  EXPECT_EQ(hot, expected_hot_groups(game));
  EXPECT_EQ(std::ranges::count(hot, '\n'), 2);
}

TEST_F(SpillTest, HandsOverNothingIfThePostingsOfHotKeysAreTooMany) {
  std::vector<Stretch> game(1);
  game[0].keys.assign(100'000, PositionKey{});
  EXPECT_EQ(hot_groups(game, 1 << 20, database()), "none");
}

TEST_F(SpillTest, KeepsNumbersAcrossGapsWiderThanARun) {
  std::vector<Stretch> stretches;
  for (std::uint64_t i = 0; i < 6; ++i) {
    stretches.push_back({i * 0x1'2345'6789 + i % 2, {{i << 60}, {~i << 60}, {i << 60}}});
  }
  const auto segment = build_segment(stretches, 1 << 20, database());
  EXPECT_EQ(test::decoded(segment.blocks), test::sorted_postings(stretches));
  EXPECT_EQ(segment.info.end_number, 5 * 0x1'2345'6789 + 1 + 3);
}

TEST_F(SpillTest, IsReadyForTheNextSegmentAfterFinish) {
  const auto sample = test::samples(20'000)[1];
  PostingSorter sorter({.memory_bytes = kManySpills, .spill_prefix = database()});
  test::Segment first;
  test::Segment second;
  for (auto* segment : {&first, &second}) {
    for (const auto& stretch : sample.stretches) sorter.add(stretch.first_number, stretch.keys);
    EXPECT_EQ(sorter.postings(), 20'000u);
    segment->info = sorter.finish(segment->blocks);
    EXPECT_EQ(sorter.postings(), 0u);
  }
  EXPECT_EQ(first.info, second.info);
  EXPECT_TRUE(first.blocks.blocks == second.blocks.blocks);
}

TEST_F(SpillTest, LeavesNoFileBehindWhileItWorks) {
  const auto sample = test::samples(20'000)[0];
  PostingSorter sorter({.memory_bytes = kManySpills, .spill_prefix = database()});
  for (const auto& stretch : sample.stretches) sorter.add(stretch.first_number, stretch.keys);
  EXPECT_TRUE(files().empty());
}

TEST_F(SpillTest, LeavesFilesOfOthersAlone) {
  touch("games.db-spill-0");
  const auto sample = test::samples(20'000)[0];
  (void)build_segment(sample.stretches, kManySpills, database());
  EXPECT_EQ(files(), std::vector<std::string>{"games.db-spill-0"});
}

TEST_F(SpillTest, RemovesLeftovers) {
  for (const auto* name : {"games.db", "games.db-spill-0", "games.db-spill-12", "games.db-spill-",
                           "games.db-spill-x", "other.db-spill-0", "games.db-journal"}) {
    touch(name);
  }
  EXPECT_EQ(remove_leftover_spills(database()), 2u);
  const std::vector<std::string> expected{"games.db", "games.db-journal", "games.db-spill-",
                                          "games.db-spill-x", "other.db-spill-0"};
  EXPECT_EQ(files(), expected);
  EXPECT_EQ(remove_leftover_spills(folder_ / "missing" / "games.db"), 0u);
}

TEST_F(SpillTest, SaysThatTheFolderCannotBeWritten) {
  const auto sample = test::samples(20'000)[0];
  const std::string prefix = folder_ / "missing" / "games.db";
  EXPECT_EQ(error_of([&] { (void)build_segment(sample.stretches, kManySpills, prefix); }),
            prefix +
                "-spill-0: cannot create this temporary file: No such file or directory; the "
                "folder of the database must be writable");
}

TEST_F(SpillTest, SaysThatTheDiskIsFull) {
  rlimit old_limit{};
  ASSERT_EQ(getrlimit(RLIMIT_FSIZE, &old_limit), 0);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{.rlim_cur = 30'000, .rlim_max = old_limit.rlim_max};
  ASSERT_EQ(setrlimit(RLIMIT_FSIZE, &small), 0);
  const auto sample = test::samples(20'000)[0];
  const auto message =
      error_of([&] { (void)build_segment(sample.stretches, kManySpills, database()); });
  setrlimit(RLIMIT_FSIZE, &old_limit);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_EQ(message, database() +
                         "-spill-0: cannot write this temporary file: File too large; free some "
                         "space and run the same command again, or give it more --memory");
  EXPECT_TRUE(files().empty());
}

TEST(PostingSorter, PassesOnWhatTheSinkThrows) {
  struct FullSink : BlockSink {
    void write(const PackedBlock&) override { throw Error("disk full"); }
  } sink;
  PostingSorter sorter({.memory_bytes = 1 << 22, .spill_prefix = "unused"});
  const std::vector<PositionKey> keys(50'000, PositionKey{7});
  sorter.add(0, keys);
  EXPECT_EQ(error_of([&] { sorter.finish(sink); }), "disk full");
}

TEST(RemovedLeftovers, AreLookedForBesideARelativeName) {
  EXPECT_EQ(remove_leftover_spills("no such database here.db"), 0u);
}

}  // namespace
}  // namespace ludex
