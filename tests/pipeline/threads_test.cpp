#include "pipeline/threads.hpp"

#include "ludex/error.hpp"
#include "pipeline/batch_reader.hpp"
#include "pipeline/indexer_fixture.hpp"

#include <pthread.h>

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

/// Threads that are started while this lives ask for `stack_bytes` of addresses. With 32 TiB some
/// three start, with more than processors address none.
class HugeStacks {
 public:
  explicit HugeStacks(std::size_t stack_bytes) {
    pthread_getattr_default_np(&before_);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_bytes);
    pthread_setattr_default_np(&attributes);
    pthread_attr_destroy(&attributes);
  }
  ~HugeStacks() {
    pthread_setattr_default_np(&before_);
    pthread_attr_destroy(&before_);
  }
  HugeStacks(const HugeStacks&) = delete;
  HugeStacks& operator=(const HugeStacks&) = delete;

 private:
  pthread_attr_t before_{};
};

constexpr std::size_t kSome = std::size_t{1} << 45;
constexpr std::size_t kNone = std::size_t{1} << 60;

std::string error_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    return error.what();
  }
  return "none";
}

constexpr const char* kMessage =
    "cannot start a thread: Resource temporarily unavailable; index with fewer threads "
    "(--threads), or raise the limit on processes (ulimit -u) or on memory (ulimit -v)";

TEST(Threads, StartWhereThereIsRoom) {
  bool has_run = false;
  start_thread([&] { has_run = true; }).join();
  EXPECT_TRUE(has_run);
  require_threads(8);
}

TEST(Threads, ThatCannotStartAreAnError) {
  const HugeStacks stacks(kNone);
  EXPECT_EQ(error_of([] { start_thread([] {}).join(); }), kMessage);
  EXPECT_EQ(error_of([] { require_threads(1); }), kMessage);
}

TEST(Threads, ThatStartedEndWhereOthersCannot) {
  const HugeStacks stacks(kSome);
  EXPECT_EQ(error_of([] { require_threads(16); }), kMessage);
}

TEST(Threads, AreAtMostOneForEachEightMebibytes) {
  EXPECT_EQ(thread_count(256, 64 << 20), 8);
  EXPECT_EQ(thread_count(3, 64 << 20), 3);
  EXPECT_EQ(thread_count(3, 0), 1);
  EXPECT_EQ(thread_count(0, 1 << 30), thread_count(0));
}

class IndexWithoutThreadsTest : public IndexerTest {};

TEST(Threads, OfAnArenaAreAsManyAsAskedFor) {
  EXPECT_EQ(run_in_arena(3, [] { return tbb::this_task_arena::max_concurrency(); }), 3);
}

TEST(Threads, OfAnArenaAreLimitedUntilItsWorkEnds) {
  using tbb::global_control;
  const auto limit = [] {
    return global_control::active_value(global_control::max_allowed_parallelism);
  };
  const auto before = limit();
  EXPECT_EQ(run_in_arena(1, limit), 2u);
  EXPECT_THROW(run_in_arena(1, []() -> int { throw Error("x"); }), Error);
  EXPECT_EQ(limit(), before);
}

TEST_F(IndexWithoutThreadsTest, EndsWithAnErrorAndLeavesNoDatabase) {
  const std::string source = add_source("one.sgf", "(;GM[1]SZ[9];B[aa])");
  {
    const HugeStacks stacks(kNone);
    EXPECT_EQ(error_of([&] { index({source}); }), kMessage);
  }
  EXPECT_FALSE(std::filesystem::exists(database()));
  EXPECT_EQ(index({source}).games, 1u);
}

TEST_F(IndexWithoutThreadsTest, ReadersThatStartedEndWithTheOthers) {
  SourcePlan large;
  large.action = SourcePlan::Action::failed;
  large.row.bytes = 1 << 30;  // so that each gets its own task
  const std::vector<SourcePlan> plans(16, large);
  BatchReaderOptions options;
  options.threads = 16;
  const std::atomic<bool> stop{false};
  const HugeStacks stacks(kSome);
  EXPECT_EQ(error_of([&] { BatchReader(plans, options, stop); }), kMessage);
}

}  // namespace
}  // namespace ludex::test
