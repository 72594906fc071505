#include "web/http/server_fixture.hpp"

#include <time.h>

#include <list>

namespace ludex::web {
namespace {

class ServerConnections : public ServerTest {};

TEST_F(ServerConnections, ClosesConnectionsThatAreIdle) {
  ServerLimits limits = quick_limits();
  limits.idle = 150ms;
  serve(limits);
  const auto start = Clock::now();
  RawClient unused = client();
  RawClient used = client();
  used.get("/");
  EXPECT_EQ(used.read().status, 200);
  EXPECT_TRUE(unused.is_closed_within(2s));
  EXPECT_TRUE(used.is_closed_within(2s));
  EXPECT_GE(since(start), 150ms);
}

TEST_F(ServerConnections, GivesDrippingHeadersAFixedTime) {
  ServerLimits limits = quick_limits();
  limits.request_time = 200ms;
  serve(limits);
  RawClient one = client();
  one.send("GET / HTTP/1.1\r\n");
  const auto start = Clock::now();
  while (since(start) < 3s && one.send("A: b\r\n") && !one.is_closed_within(20ms)) {
  }
  EXPECT_GE(since(start), 150ms);
  EXPECT_LT(since(start), 1s);
}

TEST_F(ServerConnections, GivesDrippingBodiesAFixedTime) {
  ServerLimits limits = quick_limits();
  limits.request_time = 200ms;
  serve(limits);
  RawClient one = client();
  one.send("POST / HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
  const auto start = Clock::now();
  while (since(start) < 3s && one.send("x") && !one.is_closed_within(20ms)) {
  }
  EXPECT_GE(since(start), 150ms);
  EXPECT_LT(since(start), 1s);
}

TEST_F(ServerConnections, ServesOthersBesideHalfSentRequests) {
  serve();
  std::list<RawClient> halves;
  for (int i = 0; i < 100; ++i) {
    halves.push_back(client());
    halves.back().send(i % 2 == 0 ? "GET / HTTP/1.1\r\nHost: lo" : "G");
  }
  const auto start = Clock::now();
  for (int i = 0; i < 20; ++i) EXPECT_EQ(answer_of("/x").status, 200);
  EXPECT_LT(since(start), 1s);
  halves.front().send("calhost\r\n\r\n");
  EXPECT_EQ(halves.front().read().status, 200);
}

TEST_F(ServerConnections, DropsTheOldestIdleConnectionForANewOne) {
  serve();
  std::list<RawClient> clients;
  for (int i = 0; i < 128; ++i) {
    clients.push_back(client());
    clients.back().get("/");
    ASSERT_EQ(clients.back().read().status, 200);
  }
  RawClient first = std::move(clients.front());
  clients.pop_front();
  clients.front().get("/");  // the second is used again
  EXPECT_EQ(clients.front().read().status, 200);
  EXPECT_EQ(answer_of("/one-more").status, 200);
  EXPECT_TRUE(first.is_closed_within(1s));
  EXPECT_FALSE(clients.front().is_closed_within(50ms));
  EXPECT_FALSE(clients.back().is_closed_within(50ms));
}

TEST_F(ServerConnections, DropsTheOldestHalfSentRequestWhereNoneIsIdle) {
  ServerLimits limits = quick_limits();
  limits.connections = 8;
  serve(limits);
  std::list<RawClient> halves;
  for (int i = 0; i < 8; ++i) {
    halves.push_back(client());
    halves.back().send("GET / HTTP/1.1\r\n");
    std::this_thread::sleep_for(5ms);
  }
  EXPECT_EQ(answer_of("/x").status, 200);
  EXPECT_TRUE(halves.front().is_closed_within(1s));
  halves.back().send("\r\n");
  EXPECT_EQ(halves.back().read().status, 200);
}

TEST_F(ServerConnections, LivesThroughManyConnections) {
  serve();
  std::list<RawClient> clients;
  for (int i = 0; i < 1'000; ++i) {
    clients.push_back(client());
    if (clients.size() > 300) clients.pop_front();
  }
  EXPECT_EQ(answer_of("/x").status, 200);
}

TEST_F(ServerConnections, SaysThatTheQueueIsFull) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  limits.pool.queue = 2;
  serve(limits);
  std::list<RawClient> waiting;
  for (int i = 0; i < 3; ++i) {
    waiting.push_back(client());
    waiting.back().get("/wait");
    EXPECT_TRUE(holds_soon([&] { return stage_.running == 1; }));
  }
  RawClient one = client();
  Answer refused;
  // The last waiting request may not have arrived yet.
  EXPECT_TRUE(holds_soon([&] {
    one.get("/x");
    refused = one.read();
    return refused.status == 503;
  }));
  EXPECT_EQ(refused.field("Retry-After"), "1");
  EXPECT_EQ(refused.field("X-Seen"), "yes");
  stage_.open();
  for (RawClient& served : waiting) EXPECT_EQ(served.read().status, 200);
  one.get("/x");
  EXPECT_EQ(one.read().status, 200);
}

TEST_F(ServerConnections, RefusesConnectionsWhereAllAreBeingAnswered) {
  ServerLimits limits = quick_limits();
  limits.connections = 2;
  serve(limits);
  RawClient one = client(), two = client();
  one.get("/wait");
  two.get("/wait");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 2; }));
  EXPECT_EQ(client().read().status, 503);
  stage_.open();
  EXPECT_EQ(one.read().status, 200);
  EXPECT_EQ(answer_of("/x").status, 200);
}

TEST_F(ServerConnections, StopsTheHandlerOfAClientThatIsGone) {
  serve();
  RawClient one = client();
  one.get("/wait");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 1; }));
  const auto start = Clock::now();
  one.close();
  EXPECT_TRUE(holds_soon([&] { return stage_.stopped == 1; }));
  EXPECT_LT(since(start), 500ms);
  EXPECT_EQ(answer_of("/x").status, 200);
}

TEST_F(ServerConnections, DropsAClientThatIsGoneFromTheQueue) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  serve(limits);
  RawClient one = client(), two = client();
  one.get("/wait");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 1; }));
  two.get("/wait");
  std::this_thread::sleep_for(20ms);
  two.close();
  std::this_thread::sleep_for(20ms);
  stage_.open();
  EXPECT_EQ(one.read().status, 200);
  EXPECT_EQ(answer_of("/x").status, 200);
  EXPECT_EQ(stage_.stopped, 0);  // it never began
}

double cpu_seconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) / 1e9;
}

TEST_F(ServerConnections, UsesNoTimeOfTheProcessorWhileNobodyAsks) {
  serve();
  RawClient idle = client(), half = client(), waits = client();
  idle.get("/x");
  EXPECT_EQ(idle.read().status, 200);
  half.send("GET / HT");
  waits.get("/wait");
  EXPECT_TRUE(holds_soon([&] { return stage_.running == 1; }));
  const double before = cpu_seconds();
  std::this_thread::sleep_for(400ms);
  EXPECT_LT(cpu_seconds() - before, 0.02);
}

}  // namespace
}  // namespace ludex::web
