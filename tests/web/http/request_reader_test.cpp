#include "web/http/request_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace ludex::web {
namespace {

using State = RequestReader::State;

/// The requests read from a connection: each request as "METHOD path [body]", then "STATUS" of a
/// refusal, or "..." where one is incomplete.
std::vector<std::string> read_all(const std::string& bytes, std::size_t piece) {
  std::vector<std::string> texts;
  RequestReader reader;
  std::string waiting;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    waiting += bytes.substr(at, piece);
    while (true) {
      const std::size_t consumed = reader.read(waiting);
      waiting.erase(0, consumed);
      if (reader.state() == State::refused) {
        texts.push_back(std::to_string(reader.refusal().status));
        return texts;
      }
      if (reader.state() == State::done) {
        const Request& request = reader.request();
        texts.push_back(request.method + " " + request.path + " [" + request.body + "]");
        reader = RequestReader();
      } else if (consumed == 0 || waiting.empty()) {
        break;
      }
    }
  }
  if (reader.state() == State::body || !waiting.empty()) texts.emplace_back("...");
  return texts;
}

std::vector<std::string> read_all(const std::string& bytes) {
  return read_all(bytes, bytes.size());
}

using Texts = std::vector<std::string>;

TEST(RequestReader, ReadsTheSameRequestsHoweverTheyAreCut) {
  const std::string bytes =
      "GET / HTTP/1.1\r\nHost: a\r\n\r\n"
      "\r\n\r\nPOST /sql HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nsql=1"
      "POST /sql HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\nT: "
      "x\r\n\r\n"
      "HEAD /x?a=b HTTP/1.0\r\n\r\n"
      "GET /y HTT";
  const Texts whole = read_all(bytes);
  EXPECT_EQ(whole,
            (Texts{"GET / []", "POST /sql [sql=1]", "POST /sql [abcde]", "HEAD /x []", "..."}));
  for (std::size_t piece = 1; piece < 60; ++piece) {
    EXPECT_EQ(read_all(bytes, piece), whole) << "pieces of " << piece << " bytes";
  }
}

TEST(RequestReader, AnEmptyBodyInChunksMayComeByteByByte) {
  const std::string head = "POST /sql HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(read_all(head + "0\r\n\r\n", 1), (Texts{"POST /sql []"}));
  EXPECT_EQ(read_all(head + "0\r\na", 1), (Texts{"..."}));
}

TEST(RequestReader, SaysHowTheAnswerIsFramed) {
  const auto framing = [](const std::string& bytes) {
    RequestReader reader;
    reader.read(bytes);
    const Framing framed = reader.framing();
    return std::string(framed.is_head ? "head " : "") + (framed.has_chunks ? "chunks " : "") +
           (framed.keep_alive ? "keep" : "close");
  };
  EXPECT_EQ(framing("GET / HTTP/1.1\r\n\r\n"), "chunks keep");
  EXPECT_EQ(framing("HEAD / HTTP/1.1\r\nConnection: Close\r\n\r\n"), "head chunks close");
  EXPECT_EQ(framing("GET / HTTP/1.0\r\n\r\n"), "close");
  EXPECT_EQ(framing("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n"), "keep");
}

TEST(RequestReader, GivesHeadersInLowerCase) {
  RequestReader reader;
  reader.read("GET /a%20b?c=%26 HTTP/1.1\r\nHOST: X\r\nIf-None-Match:  \"A\" \r\nhost: y\r\n\r\n");
  ASSERT_EQ(reader.state(), State::done);
  EXPECT_EQ(reader.request().path, "/a b");
  EXPECT_EQ(reader.request().parameters, (std::vector<Field>{{"c", "&"}}));
  std::vector<Field> headers = reader.request().headers;
  std::ranges::sort(headers, {}, &Field::value);
  EXPECT_EQ(headers,
            (std::vector<Field>{{"if-none-match", "\"A\""}, {"host", "X"}, {"host", "y"}}));
}

TEST(RequestReader, StopsBeforeTheBodySoThatItCanBeRefused) {
  RequestReader reader;
  const std::string header = "POST / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 3\r\n\r\n";
  EXPECT_EQ(reader.read(header + "abc"), header.size());
  EXPECT_EQ(reader.state(), State::body);
  EXPECT_TRUE(reader.waits_to_continue());
  EXPECT_EQ(reader.request().path, "/");
  EXPECT_EQ(reader.read("abc"), 3U);
  EXPECT_EQ(reader.request().body, "abc");
}

TEST(RequestReader, RefusesWhatIsNotHttp) {
  for (const std::string bytes :
       {"\x16\x03\x01 hello\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/2.0\r\n\r\n",
        "GET / HTTP/0.9\r\n\r\n", "GET / HTTP/1.1\n\n", "GET  / HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\nHost : a\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
        "GET / HTTP/1.1\r\nA: b\x01\r\n\r\n", "GET / HTTP/1.1\r\n: b\r\n\r\n",
        "GET /\x7f HTTP/1.1\r\n\r\n"}) {
    EXPECT_EQ(read_all(bytes), Texts{"400"}) << bytes;
  }
  EXPECT_EQ(read_all(std::string("GET / HTTP/1.1\r\nA: b\0\r\n\r\n", 25)), Texts{"400"});
}

TEST(RequestReader, RefusesBodiesWhoseEndCanBeReadInTwoWays) {
  for (const std::string headers :
       {"Content-Length: 3\r\nContent-Length: 4\r\n", "Content-Length: -1\r\n",
        "Content-Length: 3x\r\n", "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", "Transfer-Encoding: gzip\r\n",
        "Transfer-Encoding: gzip, chunked\r\n", "Transfer-Encoding: chunked, gzip\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Transfer-Encoding: xchunked\r\n", "Content-Length: 18446744073709551616\r\n"}) {
    EXPECT_EQ(read_all("POST / HTTP/1.1\r\n" + headers + "\r\nabc"), Texts{"400"}) << headers;
  }
  EXPECT_EQ(read_all("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n"), Texts{"400"});
}

TEST(RequestReader, RefusesBadTargetsWithTheirStatus) {
  EXPECT_EQ(read_all("GET /../x HTTP/1.1\r\n\r\n"), Texts{"400"});
  EXPECT_EQ(read_all("OPTIONS * HTTP/1.1\r\n\r\n"), Texts{"400"});
  EXPECT_EQ(read_all("CONNECT localhost:80 HTTP/1.1\r\n\r\n"), Texts{"400"});
  EXPECT_EQ(read_all("GET http://b:8080/ HTTP/1.1\r\nHost: a:8080\r\n\r\n"), Texts{"421"});
  EXPECT_EQ(read_all("GET http://A:8080/c HTTP/1.1\r\nHost: a:8080\r\n\r\n"), Texts{"GET /c []"});
}

TEST(RequestReader, LimitsTargetsAndHeaders) {
  const auto target_of = [](std::size_t size) {
    return "GET /" + std::string(size - 1, 'a') + " ";
  };
  const auto header_of = [](std::size_t size) {
    return "HTTP/1.1\r\nA: " + std::string(size - 7, 'a') + "\r\n\r\n";
  };
  EXPECT_EQ(read_all(target_of(8'000) + header_of(8'000)).front().size(), 8'000U + 7);
  EXPECT_EQ(read_all(target_of(8'001) + header_of(100)), Texts{"414"});
  EXPECT_EQ(read_all(target_of(10) + header_of(8'200)), Texts{"431"});
  EXPECT_EQ(read_all(target_of(10) + header_of(50'000)), Texts{"431"});
  EXPECT_EQ(read_all(std::string(20'000, 'a')), Texts{"414"});
  EXPECT_EQ(read_all("GET /" + std::string(20'000, 'a')), Texts{"414"});
  std::string many = "GET / HTTP/1.1\r\n";
  for (int i = 0; i < 5'000; ++i) many += "A: b\r\n";
  EXPECT_EQ(read_all(many + "\r\n"), Texts{"431"});
}

TEST(RequestReader, LimitsBodies) {
  const std::string post = "POST / HTTP/1.1\r\n";
  const std::string most(65'536, 'b');
  EXPECT_EQ(read_all(post + "Content-Length: 65536\r\n\r\n" + most),
            Texts{"POST / [" + most + "]"});
  EXPECT_EQ(read_all(post + "Content-Length: 65537\r\n\r\n"), Texts{"413"});
  const std::string chunked = post + "Transfer-Encoding: chunked\r\n\r\n";
  EXPECT_EQ(read_all(chunked + "10001\r\n"), Texts{"413"});
  EXPECT_EQ(read_all(chunked + "10000\r\n" + most + "\r\n1\r\nb\r\n"), Texts{"413"});
  EXPECT_EQ(read_all(chunked + "1;" + std::string(70'000, 'x')), Texts{"413"});
  EXPECT_EQ(read_all(chunked + "0\r\nA: " + std::string(70'000, 'x')), Texts{"413"});
}

}  // namespace
}  // namespace ludex::web
