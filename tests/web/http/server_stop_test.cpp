#include "web/http/server_fixture.hpp"

namespace ludex::web {
namespace {

class ServerStop : public ServerTest {};

TEST_F(ServerStop, EndsAtOnceWhereClientsAreIdle) {
  serve();
  RawClient unused = client(), used = client(), half = client();
  used.get("/");
  EXPECT_EQ(used.read().status, 200);
  half.send("GET / HT");
  EXPECT_LT(stop(), 200ms);
  EXPECT_TRUE(unused.is_closed_within(1s));
  EXPECT_TRUE(used.is_closed_within(1s));
  EXPECT_TRUE(half.is_closed_within(1s));
}

TEST_F(ServerStop, LetsAnswersUnderWayEnd) {
  serve();
  RawClient one = client();
  one.get("/wait");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 1; }));
  std::thread opener([&] {
    std::this_thread::sleep_for(200ms);
    stage_.open();
  });
  const auto duration = stop();
  opener.join();
  EXPECT_GE(duration, 190ms);
  EXPECT_LT(duration, 600ms);
  EXPECT_EQ(one.read().body, "GET /wait []");
  EXPECT_EQ(stage_.stopped, 0);
}

TEST_F(ServerStop, StopsHandlersThatDoNotEnd) {
  ServerLimits limits = quick_limits();
  limits.grace = 200ms;
  serve(limits);
  RawClient one = client(), slow = client(4'096);
  one.get("/wait");
  slow.get("/stream?bytes=500000000");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 1 && stage_.streamed > 0; }));
  const auto duration = stop();
  EXPECT_GE(duration, 190ms);
  EXPECT_LT(duration, 600ms);
  EXPECT_EQ(stage_.stopped, 1);
  EXPECT_EQ(stage_.streams_ended, 1);
}

}  // namespace
}  // namespace ludex::web
