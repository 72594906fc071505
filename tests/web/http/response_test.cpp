#include "web/http/response.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

namespace ludex::web {
namespace {

Request request_with(std::vector<Field> headers) {
  Request request;
  request.headers = std::move(headers);
  return request;
}

Response text_response(std::string body) {
  Response response;
  response.headers = {{"Content-Type", "application/json"}, {"ETag", "\"7\""}};
  response.body = std::move(body);
  return response;
}

std::string header_of(const Response& response, std::string_view name) {
  const std::string* const value = find_field(response.headers, name);
  return value == nullptr ? "-" : *value;
}

std::string unpacked(const std::string& packed) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string bytes(1 << 20, '\0');
  std::string in = packed;
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
  stream.avail_out = static_cast<uInt>(bytes.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  bytes.resize(stream.total_out);
  inflateEnd(&stream);
  return bytes;
}

TEST(ErrorResponse, IsJson) {
  const Response response = error_response(404, "not_found", "no \"x\"\n here");
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(header_of(response, "Content-Type"), "application/json");
  EXPECT_EQ(response.body,
            "{\"error\":{\"code\":\"not_found\",\"message\":\"no \\\"x\\\"\\n here\"}}\n");
}

TEST(ConditionalAnswer, IsEmptyWhereTheClientHasIt) {
  for (const char* const known : {"\"7\"", "W/\"7\"", "\"1\", W/\"7\" ,\"2\"", "*"}) {
    Response response = text_response("body");
    make_conditional(request_with({{"if-none-match", known}}), response);
    EXPECT_EQ(response.status, 304) << known;
    EXPECT_EQ(response.body, "") << known;
    EXPECT_EQ(header_of(response, "ETag"), "\"7\"") << known;
    EXPECT_EQ(header_of(response, "Content-Type"), "-") << known;
  }
}

TEST(ConditionalAnswer, IsWholeWhereTheClientHasAnother) {
  for (const char* const known : {"\"8\"", "7", "", ","}) {
    Response response = text_response("body");
    make_conditional(request_with({{"if-none-match", known}}), response);
    EXPECT_EQ(response.status, 200) << known;
    EXPECT_EQ(response.body, "body") << known;
  }
  Response error = error_response(404, "not_found", "none");
  error.headers.push_back({"ETag", "\"7\""});
  make_conditional(request_with({{"if-none-match", "*"}}), error);
  EXPECT_EQ(error.status, 404);
}

TEST(ConditionalAnswer, MayComeFromTheHandler) {
  EXPECT_TRUE(is_known(request_with({{"if-none-match", "\"7\""}}), "\"7\""));
  EXPECT_FALSE(is_known(request_with({}), "\"7\""));
}

TEST(Compression, PacksTextForClientsThatAcceptIt) {
  const std::string body(5'000, 'x');
  for (const char* const accepted : {"gzip", "deflate, GZIP;q=0.5", "br, *", "*;q=0.1"}) {
    Response response = text_response(body);
    compress(request_with({{"accept-encoding", accepted}}), response);
    EXPECT_EQ(header_of(response, "Content-Encoding"), "gzip") << accepted;
    EXPECT_EQ(header_of(response, "ETag"), "W/\"7\"") << accepted;
    EXPECT_EQ(header_of(response, "Vary"), "Accept-Encoding") << accepted;
    EXPECT_LT(response.body.size(), 100U) << accepted;
    EXPECT_EQ(unpacked(response.body), body) << accepted;
  }
}

TEST(Compression, LeavesTheRestAsItIs) {
  const std::string body(5'000, 'x');
  for (const char* const accepted : {"", "br", "gzip;q=0", "*;q=0", "gzip;q=0.0, *", "x-gzip"}) {
    Response response = text_response(body);
    compress(request_with({{"accept-encoding", accepted}}), response);
    EXPECT_EQ(response.body, body) << accepted;
    EXPECT_EQ(header_of(response, "Vary"), "Accept-Encoding") << accepted;
    EXPECT_EQ(header_of(response, "ETag"), "\"7\"") << accepted;
  }
  const Request takes_gzip = request_with({{"accept-encoding", "gzip"}});
  Response small = text_response(std::string(1'024, 'x'));
  compress(takes_gzip, small);
  EXPECT_EQ(small.body.size(), 1'024U);
  Response picture = text_response(body);
  picture.headers.front().value = "image/png";
  compress(takes_gzip, picture);
  EXPECT_EQ(picture.body, body);
  Response packed = text_response(body);
  packed.headers.push_back({"Content-Encoding", "gzip"});
  compress(takes_gzip, packed);
  EXPECT_EQ(packed.body, body);
}

TEST(Compression, RecognizesTextsByTheirType) {
  for (const char* const type :
       {"text/html; charset=utf-8", "application/json", "image/svg+xml", "application/x-ndjson",
        "text/csv", "text/javascript", "application/vnd.oai.openapi+json"}) {
    Response response = text_response(std::string(5'000, 'x'));
    response.headers.front().value = type;
    compress(request_with({{"accept-encoding", "gzip"}}), response);
    EXPECT_LT(response.body.size(), 100U) << type;
  }
}

/// Without the date, which differs.
std::string written(const Response& response, const Framing& framing) {
  std::string text = header_text(response, framing);
  const std::size_t date = text.find("Date: ");
  EXPECT_NE(date, std::string::npos);
  text.erase(date, text.find("\r\n", date) + 2 - date);
  return text;
}

TEST(HeaderText, FramesTheBody) {
  Response response = text_response("body");
  EXPECT_EQ(written(response, {false, true, true}),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"7\"\r\n"
            "Content-Length: 4\r\n\r\n");
  EXPECT_EQ(written(response, {false, false, true}),
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nETag: \"7\"\r\n"
            "Content-Length: 4\r\nConnection: keep-alive\r\n\r\n");
  response.headers.clear();
  response.status = 304;
  EXPECT_EQ(written(response, {false, true, false}),
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n");
  response.status = 200;
  response.stream = [](BodySink&) {};
  EXPECT_EQ(written(response, {false, true, true}),
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
  EXPECT_EQ(written(response, {false, false, false}),
            "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n");
}

TEST(HeaderText, IsNotSplitByAValue) {
  Response response;
  response.headers = {{"A", "x\r\nSet-Cookie: y"}, {"B", "z"}, {"C", std::string("\0", 1)}};
  EXPECT_EQ(written(response, {false, true, true}),
            "HTTP/1.1 200 OK\r\nB: z\r\nContent-Length: 0\r\n\r\n");
}

}  // namespace
}  // namespace ludex::web
