#include "support/heap.hpp"
#include "web/http/server_fixture.hpp"

#include <algorithm>
#include <list>

namespace ludex::web {
namespace {

class ServerStreams : public ServerTest {};

TEST_F(ServerStreams, StreamsInChunks) {
  serve();
  RawClient one = client();
  for (const std::size_t bytes : {0UL, 100UL, 5'000'000UL}) {
    one.get(fmt::format("/stream?bytes={}", bytes), "Accept-Encoding: gzip\r\n");
    const Answer answer = one.read();
    EXPECT_TRUE(answer.complete);
    EXPECT_EQ(answer.field("Transfer-Encoding"), "chunked");
    EXPECT_EQ(answer.field("X-Seen"), "yes");
    EXPECT_EQ(answer.body.size(), bytes);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(answer.body, '\n')), bytes / 100);
  }
}

TEST_F(ServerStreams, StreamsToOldClientsUntilTheEnd) {
  serve();
  RawClient one = client();
  one.send("GET /stream?bytes=500000 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
  const Answer answer = one.read();
  EXPECT_EQ(answer.body.size(), 500'000U);
  EXPECT_EQ(answer.field("Connection"), "close");
  EXPECT_EQ(answer.field("Transfer-Encoding"), "");
}

TEST_F(ServerStreams, CutsOffAStreamThatFails) {
  serve();
  const Answer cut = answer_of("/stream?bytes=500000&fail=300000");
  EXPECT_EQ(cut.status, 200);
  EXPECT_FALSE(cut.complete);
  const Answer failed = answer_of("/stream?bytes=500000&fail=0");
  EXPECT_EQ(failed.status, 500);
  EXPECT_TRUE(failed.complete);
  EXPECT_EQ(stage_.reports,
            (std::vector<std::string>{"GET /stream: in the stream", "GET /stream: in the stream"}));
  EXPECT_EQ(answer_of("/stream?bytes=100").body.size(), 100U);
}

TEST_F(ServerStreams, WaitsForASlowReader) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  serve(limits);
  const std::size_t before = test::heap_bytes_in_use();
  RawClient slow = client(4'096);
  slow.get("/stream?bytes=50000000");
  std::size_t seen = 0;
  EXPECT_TRUE(holds_soon([&] {
    const std::size_t last = std::exchange(seen, stage_.streamed.load());
    std::this_thread::sleep_for(50ms);
    return seen > 0 && seen == last;
  }));
  EXPECT_LT(stage_.streamed, 20'000'000U);  // the rest waits for the reader
  EXPECT_LT(test::heap_bytes_in_use(), before + 1024 * 1024);
  EXPECT_EQ(answer_of("/x").status, 200);  // another thread took the worker's place
  const Answer answer = slow.read();
  EXPECT_TRUE(answer.complete);
  EXPECT_EQ(answer.body.size(), 50'000'000U);
}

TEST_F(ServerStreams, GivesUpAReaderThatTakesNothing) {
  ServerLimits limits = quick_limits();
  limits.write = 200ms;
  serve(limits);
  const std::size_t before = test::heap_bytes_in_use();
  RawClient stream = client(4'096), large = client(4'096);
  stream.get("/stream?bytes=500000000");
  large.get("/large?bytes=50000000");
  const auto start = Clock::now();
  EXPECT_TRUE(holds_soon([&] { return stage_.streams_ended == 1; }));
  EXPECT_LT(since(start), 3s);
  EXPECT_FALSE(stream.read().complete);
  EXPECT_TRUE(holds_soon([&] {  // a busy server may begin late
    return stage_.large_answers == 1 && test::heap_bytes_in_use() < before + 20'000'000;
  }));
  EXPECT_FALSE(large.read().complete);
}

TEST_F(ServerStreams, EndsTheStreamOfAClientThatIsGone) {
  serve();
  RawClient one = client(4'096);
  one.get("/stream?bytes=500000000");
  EXPECT_GT(one.read_some(), 0U);
  one.close();
  EXPECT_TRUE(holds_soon([&] { return stage_.streams_ended == 1; }));
  EXPECT_LT(stage_.streamed, 500'000'000U);
}

TEST_F(ServerStreams, WritesAFewStreamsAtATime) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  limits.pool.streams = 2;
  serve(limits);
  std::list<RawClient> slow;
  for (int i = 0; i < 2; ++i) {
    slow.push_back(client(4'096));
    slow.back().get("/stream?bytes=50000000");
    EXPECT_GT(slow.back().read_some(), 0U);
  }
  const Answer refused = answer_of("/stream?bytes=100");
  EXPECT_EQ(refused.status, 503);
  EXPECT_EQ(refused.field("Retry-After"), "1");
  EXPECT_EQ(answer_of("/x").status, 200);
  EXPECT_EQ(stage_.handlers, 3);
  slow.clear();
  EXPECT_TRUE(holds_soon([&] { return answer_of("/stream?bytes=100").status == 200; }));
  EXPECT_EQ(stage_.handlers, 3);
}

TEST_F(ServerStreams, EndsTheStreamThatWaitsLongestWhereAnotherWantsItsPlace) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  limits.pool.streams = 2;
  limits.stream_wait = 300ms;
  serve(limits);
  RawClient fast = client();
  fast.get("/stream?bytes=20000000000");
  std::atomic<bool> is_reading = true;
  std::thread reader([&] {
    while (is_reading && fast.read_some() > 0) {
    }
  });
  RawClient slow = client(4'096);
  slow.get("/stream?bytes=50000000");
  EXPECT_GT(slow.read_some(), 0U);
  EXPECT_EQ(answer_of("/stream?bytes=100").status, 503);  // both have just begun
  std::this_thread::sleep_for(400ms);
  EXPECT_EQ(stage_.streams_ended, 0);
  EXPECT_TRUE(holds_soon([&] { return answer_of("/stream?bytes=100").status == 200; }));
  EXPECT_FALSE(slow.read().complete);
  EXPECT_EQ(stage_.streams_ended, 2);  // the slow one, and the last one
  is_reading = false;
  fast.close();
  reader.join();
}

}  // namespace
}  // namespace ludex::web
