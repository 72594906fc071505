#include "ludex/error.hpp"
#include "support/heap.hpp"
#include "web/http/server_fixture.hpp"

#include <algorithm>

namespace ludex::web {
namespace {

TEST_F(ServerTest, KeepsAConnectionForMoreRequests) {
  serve();
  RawClient one = client();
  for (int i = 0; i < 3; ++i) {
    ASSERT_TRUE(one.get(fmt::format("/a{}", i)));
    const Answer answer = one.read();
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.body, fmt::format("GET /a{} []", i));
    EXPECT_EQ(answer.field("X-Seen"), "yes");
    EXPECT_EQ(answer.field("Connection"), "");
  }
}

TEST_F(ServerTest, ClosesWhereTheClientWants) {
  serve();
  RawClient one = client();
  one.get("/", "Connection: close\r\n");
  EXPECT_EQ(one.read().field("Connection"), "close");
  EXPECT_TRUE(one.is_closed_within(1s));
  RawClient old = client();
  old.send("GET /old HTTP/1.0\r\nHost: localhost\r\n\r\n");
  EXPECT_EQ(old.read().body, "GET /old []");
  EXPECT_TRUE(old.is_closed_within(1s));
}

TEST_F(ServerTest, GivesNoBodyToHead) {
  serve();
  RawClient one = client();
  for (const char* const target : {"/large?bytes=5000", "/stream?bytes=5000", "/refused"}) {
    one.ask("HEAD", target);
    const Answer answer = one.read(false);
    EXPECT_EQ(answer.status, target == std::string_view("/refused") ? 403 : 200);
  }
  EXPECT_EQ(stage_.streamed, 0U);
  one.ask("HEAD", "/large?bytes=5000");
  EXPECT_EQ(one.read(false).field("Content-Length"), "5000");
  one.get("/after");
  EXPECT_EQ(one.read().body, "GET /after []");
}

TEST_F(ServerTest, AnswersPipelinedRequestsInOrder) {
  serve();
  RawClient one = client();
  std::string bytes;
  for (int i = 0; i < 300; ++i) {
    bytes += fmt::format("GET /{} HTTP/1.1\r\nHost: localhost\r\n\r\n", i);
    if (i % 7 == 3) bytes += "POST /p HTTP/1.1\r\nContent-Length: 4\r\n\r\nbody";
    if (i % 11 == 5) bytes += "GET /refused HTTP/1.1\r\n\r\n";
  }
  std::thread sender([&] { one.send(bytes); });
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(one.read().body, fmt::format("GET /{} []", i));
    if (i % 7 == 3) {
      EXPECT_EQ(one.read().body, "POST /p [body]");
    }
    if (i % 11 == 5) {
      EXPECT_EQ(one.read().status, 403);
    }
  }
  sender.join();
}

TEST_F(ServerTest, RefusesBeforeTheBodyIsThere) {
  serve();
  RawClient one = client();
  one.send("POST /refused HTTP/1.1\r\nContent-Length: 1000\r\n\r\n");
  const Answer answer = one.read();
  EXPECT_EQ(answer.status, 403);
  EXPECT_EQ(answer.body, "no");
  EXPECT_EQ(answer.field("Connection"), "close");
  EXPECT_TRUE(one.is_closed_within(1s));
}

TEST_F(ServerTest, TakesBodiesUpToALimit) {
  serve();
  RawClient one = client();
  const std::string most(65'536, 'b');
  one.send("POST /p HTTP/1.1\r\nContent-Length: 65536\r\n\r\n" + most);
  EXPECT_EQ(one.read().body, "POST /p [" + most + "]");
  one.send("POST /p HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(one.read().status, 100);
  one.send("abc");
  EXPECT_EQ(one.read().body, "POST /p [abc]");
  one.send("POST /p HTTP/1.1\r\nContent-Length: 65537\r\n\r\n" + most);
  EXPECT_EQ(one.read().status, 413);
  EXPECT_TRUE(one.is_closed_within(1s));
}

TEST_F(ServerTest, RefusesGiantHeaders) {
  serve();
  for (const auto& [bytes, status] : std::vector<std::pair<std::string, int>>{
           {"GET /" + std::string(100'000, 'a'), 414},
           {"GET / HTTP/1.1\r\nA: " + std::string(100'000, 'a'), 431},
           {"GET /" + std::string(8'000, 'a') + " HTTP/1.1\r\n\r\n", 414},
           {"nonsense\r\n\r\n", 400}}) {
    RawClient one = client();
    one.send(bytes);
    const Answer answer = one.read();
    EXPECT_EQ(answer.status, status);
    EXPECT_EQ(answer.field("X-Seen"), "yes");
    EXPECT_TRUE(one.is_closed_within(1s));
  }
  EXPECT_EQ(answer_of("/x").status, 200);
}

TEST_F(ServerTest, HoldsNoneOf64MiBWithoutALineEnd) {
  serve();
  EXPECT_EQ(answer_of("/x").status, 200);
  const std::string mebibyte(1 << 20, 'a');
  for (const std::string start : {"", "GET /", "GET / HTTP/1.1\r\nA: ",
                                  "POST /p HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1;"}) {
    const std::size_t before = test::heap_bytes_in_use();
    RawClient one = client();
    one.send(start);
    std::size_t most = before;
    for (int i = 0; i < 64 && one.send(mebibyte); ++i) {
      most = std::max(most, test::heap_bytes_in_use());
    }
    EXPECT_LT(most, before + 512 * 1024) << start;
    EXPECT_TRUE(one.is_closed_within(2s)) << start;
  }
  EXPECT_EQ(answer_of("/x").status, 200);
}

TEST_F(ServerTest, AnswersNotModified) {
  serve();
  RawClient one = client();
  one.get("/etag", "If-None-Match: W/\"7\"\r\n");
  const Answer answer = one.read();
  EXPECT_EQ(answer.status, 304);
  EXPECT_EQ(answer.field("ETag"), "\"7\"");
  EXPECT_EQ(answer.field("Content-Length"), "");
  one.get("/etag", "If-None-Match: \"8\"\r\n");
  EXPECT_EQ(one.read().body, "GET /etag []");
}

TEST_F(ServerTest, PacksTexts) {
  serve();
  RawClient one = client();
  one.get("/large?bytes=1000000", "Accept-Encoding: gzip, br\r\n");
  const Answer packed = one.read();
  EXPECT_EQ(packed.field("Content-Encoding"), "gzip");
  EXPECT_LT(packed.body.size(), 10'000U);
  one.get("/large?bytes=1000000");
  EXPECT_EQ(one.read().body.size(), 1'000'000U);
}

TEST_F(ServerTest, IgnoresRanges) {
  serve();
  RawClient one = client();
  std::string ranges = "Range: bytes=0-";
  for (int i = 0; i < 500; ++i) ranges += ",0-";
  one.get("/large?bytes=1000", ranges + "\r\n");
  const Answer answer = one.read();
  EXPECT_EQ(answer.status, 200);
  EXPECT_EQ(answer.body.size(), 1'000U);
}

TEST_F(ServerTest, SurvivesHandlersThatThrow) {
  serve();
  RawClient one = client();
  one.get("/throw?token=secret");
  EXPECT_EQ(one.read().status, 500);
  EXPECT_EQ(stage_.reports, std::vector<std::string>{"GET /throw: on purpose"});
  one.get("/x");
  EXPECT_EQ(one.read().status, 200);
}

TEST_F(ServerTest, TriesAgainToMakeAHandler) {
  ServerLimits limits = quick_limits();
  limits.pool.workers = 1;
  stage_.refused_handlers = 2;
  serve(limits);
  EXPECT_EQ(answer_of("/x").status, 503);
  EXPECT_EQ(answer_of("/x").status, 200);
  EXPECT_EQ(stage_.reports, (std::vector<std::string>{"no handler", "no handler"}));
}

TEST(ServerPort, IsTheNextThatIsFree) {
  const Server first(std::nullopt), second(std::nullopt);
  EXPECT_GE(first.port(), 8080);
  EXPECT_GT(second.port(), first.port());
  for (const Server* const server : {&first, &second}) {
    for (const std::string& address : server->addresses()) {
      EXPECT_TRUE(address == fmt::format("127.0.0.1:{}", server->port()) ||
                  address == fmt::format("[::1]:{}", server->port()))
          << address;
    }
  }
}

TEST(ServerPort, IsTheOneAskedForOrAnError) {
  const Server first(parse_listen_address("localhost:0"));
  try {
    const Server second(ListenAddress{"127.0.0.1", first.port(), true});
    ADD_FAILURE() << "two servers on one port";
  } catch (const Error& error) {
    EXPECT_EQ(error.what(),
              fmt::format("cannot listen on 127.0.0.1:{}: Address already in use", first.port()));
  }
  EXPECT_THROW(Server(parse_listen_address("192.0.2.1:8080")), Error);
}

}  // namespace
}  // namespace ludex::web
