#include "web/guard.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex::web {
namespace {

constexpr std::uint16_t kPort = 8080;
const std::string kToken(64, 'a');

GuardOptions options() {
  GuardOptions options;
  options.port = kPort;
  return options;
}

GuardOptions with_token() {
  GuardOptions guarded = options();
  guarded.token = kToken;
  return guarded;
}

Request asked(std::vector<Field> headers, std::string method = "GET", std::string path = "/") {
  Request request;
  request.method = std::move(method);
  request.path = std::move(path);
  request.headers = std::move(headers);
  return request;
}

Request local(std::vector<Field> headers = {}, std::string method = "GET", std::string path = "/") {
  headers.insert(headers.begin(), {"host", "localhost:8080"});
  return asked(std::move(headers), std::move(method), std::move(path));
}

/// The status of the refusal or redirect; 200 if the request is passed on.
int status_of(const GuardOptions& options, Request request) {
  const auto refusal = Guard(options).admit(request);
  return refusal ? refusal->status : 200;
}

std::string header_of(const Response& response, std::string_view name) {
  const std::string* const value = find_field(response.headers, name);
  return value == nullptr ? "" : *value;
}

TEST(GuardHost, AcceptsOurNamesInAnyCase) {
  for (const char* const host :
       {"localhost:8080", "LOCALHOST:8080", "LocalHost:8080", "127.0.0.1:8080", "[::1]:8080"}) {
    EXPECT_EQ(status_of(options(), asked({{"host", host}})), 200) << host;
  }
}

TEST(GuardHost, RefusesEveryOtherHostAndASecondHeader) {
  EXPECT_EQ(status_of(options(), asked({})), 421);
  EXPECT_EQ(status_of(options(), asked({{"host", "localhost:8080"}, {"host", "localhost:8080"}})),
            421);
  EXPECT_EQ(status_of(options(), asked({{"host", "localhost:8080"}, {"host", "evil.example"}})),
            421);
  for (const char* const host : {"",
                                 "localhost",
                                 "127.0.0.1",
                                 "localhost:",
                                 "localhost:80",
                                 "localhost:08080",
                                 "localhost:8081",
                                 "evil.example:8080",
                                 "evil.example",
                                 "localhost.evil.example:8080",
                                 "localhost.:8080",
                                 "evil@localhost:8080",
                                 "127.0.0.2:8080",
                                 "127.1:8080",
                                 "0.0.0.0:8080",
                                 "::1:8080",
                                 "[::2]:8080",
                                 "[::1]",
                                 "localhost:8080, evil.example",
                                 "localhost:8080 ",
                                 ":8080",
                                 "[::ffff:127.0.0.1]:8080"}) {
    EXPECT_EQ(status_of(options(), asked({{"host", host}})), 421) << host;
  }
}

TEST(GuardHost, IsCheckedBeforeAllElse) {
  GuardOptions strict = with_token();
  strict.base_path = "/games";
  EXPECT_EQ(status_of(strict, asked({{"host", "evil.example"}}, "DELETE", "/nowhere")), 421);
}

TEST(GuardHost, NeedsNoPortOnPort80) {
  GuardOptions usual = options();
  usual.port = 80;
  EXPECT_EQ(status_of(usual, asked({{"host", "localhost"}})), 200);
  EXPECT_EQ(status_of(usual, asked({{"host", "localhost:80"}})), 200);
  EXPECT_EQ(status_of(usual, asked({{"host", "localhost:8080"}})), 421);
}

TEST(GuardHost, AcceptsFurtherNames) {
  GuardOptions named = options();
  named.names = {"games.example.org", "192.0.2.1", "[2001:db8::1]", "other.example:443"};
  for (const char* const host :
       {"games.example.org:8080", "Games.Example.Org:8080", "192.0.2.1:8080", "[2001:DB8::1]:8080",
        "other.example:443", "localhost:8080"}) {
    EXPECT_EQ(status_of(named, asked({{"host", host}})), 200) << host;
  }
  for (const char* const host :
       {"games.example.org", "games.example.org:443", "example.org:8080", "xgames.example.org:8080",
        "other.example:8080", "other.example"}) {
    EXPECT_EQ(status_of(named, asked({{"host", host}})), 421) << host;
  }
}

TEST(GuardHost, AcceptsGivenNamesOnAnyPortBehindAProxy) {
  GuardOptions proxied = options();
  proxied.behind_proxy = true;
  proxied.names = {"games.example.org"};
  EXPECT_EQ(status_of(proxied, asked({{"host", "games.example.org"}})), 200);
  EXPECT_EQ(status_of(proxied, asked({{"host", "games.example.org:8443"}})), 200);
  EXPECT_EQ(status_of(proxied, local()), 200);
  EXPECT_EQ(status_of(proxied, asked({{"host", "evil.example"}})), 421);
  EXPECT_EQ(status_of(proxied, local({{"x-forwarded-host", "games.example.org"}})), 200);
  EXPECT_EQ(status_of(proxied, local({{"x-forwarded-host", "evil.example"}})), 421);
  EXPECT_EQ(status_of(proxied, local({{"x-forwarded-host", "games.example.org"},
                                      {"x-forwarded-host", "games.example.org"}})),
            421);
}

TEST(GuardHost, ReadsForwardedHeadersBehindAProxyOnly) {
  GuardOptions named = options();
  named.names = {"games.example.org"};
  EXPECT_EQ(status_of(named, local({{"x-forwarded-host", "evil.example"}})), 200);
  EXPECT_EQ(
      status_of(named, asked({{"host", "evil.example"}, {"x-forwarded-host", "localhost:8080"}})),
      421);
}

TEST(GuardMethod, IsGetHeadOrPost) {
  for (const char* const method : {"GET", "HEAD", "POST"}) {
    EXPECT_EQ(status_of(options(), local({}, method)), 200) << method;
  }
  for (const char* const method : {"OPTIONS", "PUT", "DELETE", "TRACE", "PATCH", "get", "X"}) {
    Request request = local({}, method);
    const auto refusal = Guard(options()).admit(request);
    ASSERT_TRUE(refusal.has_value()) << method;
    EXPECT_EQ(refusal->status, 405) << method;
    EXPECT_EQ(header_of(*refusal, "Allow"), "GET, HEAD") << method;
  }
}

TEST(GuardSite, MayBeOurOwnOrNone) {
  for (const char* const site : {"same-origin", "none"}) {
    EXPECT_EQ(status_of(options(), local({{"sec-fetch-site", site}})), 200) << site;
    EXPECT_EQ(status_of(options(), local({{"sec-fetch-site", site}}, "POST")), 200) << site;
  }
  EXPECT_EQ(status_of(options(), local({{"origin", "http://localhost:8080"}}, "POST")), 200);
  EXPECT_EQ(status_of(options(), local({{"origin", "http://127.0.0.1:8080"}}, "POST")), 200);
}

TEST(GuardSite, MayLinkToUs) {
  for (const char* const site : {"cross-site", "same-site"}) {
    const std::vector<Field> link = {
        {"sec-fetch-site", site}, {"sec-fetch-mode", "navigate"}, {"sec-fetch-dest", "document"}};
    EXPECT_EQ(status_of(options(), local(link)), 200) << site;
    EXPECT_EQ(status_of(options(), local(link, "POST")), 403) << site;
  }
}

TEST(GuardSite, MayNotEmbedOrReadUs) {
  for (const char* const site : {"cross-site", "same-site"}) {
    for (const auto& [mode, dest] :
         std::vector<std::pair<std::string, std::string>>{{"no-cors", "image"},
                                                          {"no-cors", "script"},
                                                          {"cors", "empty"},
                                                          {"navigate", "iframe"},
                                                          {"navigate", "object"},
                                                          {"", ""}}) {
      EXPECT_EQ(status_of(options(), local({{"sec-fetch-site", site},
                                            {"sec-fetch-mode", mode},
                                            {"sec-fetch-dest", dest}})),
                403)
          << site << ' ' << mode << ' ' << dest;
    }
  }
}

TEST(GuardSite, IsReadFromOriginInOldBrowsers) {
  for (const char* const origin : {"null", "http://evil.example", "https://localhost:3000",
                                   "http://localhost", "", "localhost:8080"}) {
    EXPECT_EQ(status_of(options(), local({{"origin", origin}})), 403) << origin;
    EXPECT_EQ(status_of(options(), local({{"origin", origin}}, "POST")), 403) << origin;
  }
}

TEST(GuardCors, LetsOneOriginRead) {
  GuardOptions shared = options();
  shared.cors_origin = "https://example.org";
  const std::vector<Field> there = {{"sec-fetch-site", "cross-site"},
                                    {"sec-fetch-mode", "cors"},
                                    {"origin", "https://example.org"}};
  EXPECT_EQ(status_of(shared, local(there)), 200);
  EXPECT_EQ(status_of(shared, local(there, "POST")), 403);
  EXPECT_EQ(status_of(shared, local({{"origin", "https://evil.example"}})), 403);
  EXPECT_EQ(status_of(shared, local({{"origin", "http://example.org"}})), 403);

  Response response;
  Guard(shared).decorate(local(there), response);
  EXPECT_EQ(header_of(response, "Access-Control-Allow-Origin"), "https://example.org");
  EXPECT_EQ(header_of(response, "Vary"), "Origin");
  Response other;
  Guard(shared).decorate(local(), other);
  EXPECT_EQ(header_of(other, "Access-Control-Allow-Origin"), "");
  EXPECT_EQ(header_of(other, "Vary"), "Origin");
  Response closed;
  Guard(options()).decorate(local(there), closed);
  EXPECT_EQ(header_of(closed, "Access-Control-Allow-Origin"), "");
}

TEST(GuardCors, AnswersAPreflightWithoutTheToken) {
  GuardOptions shared = with_token();
  shared.cors_origin = "https://example.org";
  const auto preflight = [](const char* origin) {
    return local({{"origin", origin},
                  {"sec-fetch-site", "cross-site"},
                  {"access-control-request-method", "GET"},
                  {"access-control-request-headers", "authorization"}},
                 "OPTIONS");
  };
  Request asked = preflight("https://example.org");
  const auto answer = Guard(shared).admit(asked);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 204);
  EXPECT_EQ(header_of(*answer, "Access-Control-Allow-Origin"), "https://example.org");
  EXPECT_EQ(header_of(*answer, "Access-Control-Allow-Methods"), "GET, HEAD");
  EXPECT_EQ(header_of(*answer, "Access-Control-Allow-Headers"), "Authorization");
  EXPECT_EQ(header_of(*answer, "Access-Control-Allow-Private-Network"), "");
  Request from_network = preflight("https://example.org");
  from_network.headers.push_back({"access-control-request-private-network", "true"});
  EXPECT_EQ(header_of(*Guard(shared).admit(from_network), "Access-Control-Allow-Private-Network"),
            "true");

  EXPECT_EQ(status_of(shared, preflight("https://evil.example")), 405);
  EXPECT_EQ(status_of(with_token(), preflight("https://example.org")), 405);
  EXPECT_EQ(status_of(shared, local({{"origin", "https://example.org"}}, "OPTIONS")), 405);
  EXPECT_EQ(status_of(shared, local({{"origin", "https://example.org"}})), 401);
  Request elsewhere = preflight("https://example.org");
  elsewhere.headers.front().value = "evil.example";
  EXPECT_EQ(status_of(shared, elsewhere), 421);
}

TEST(GuardToken, IsAskedFor) {
  EXPECT_EQ(status_of(with_token(), local()), 401);
  EXPECT_EQ(status_of(with_token(), local({{"cookie", "ludex-8080=" + kToken}})), 200);
  EXPECT_EQ(status_of(with_token(), local({{"cookie", "a=b; ludex-8080=" + kToken + "; c=d"}})),
            200);
  EXPECT_EQ(status_of(with_token(), local({{"authorization", "Bearer " + kToken}})), 200);
  EXPECT_EQ(status_of(with_token(), local({{"authorization", "bearer " + kToken}})), 200);
  for (const Field& header : std::vector<Field>{{"cookie", "ludex-8080="},
                                                {"cookie", "ludex-8080"},
                                                {"cookie", "ludex-8081=" + kToken},
                                                {"cookie", "ludex-8080=" + kToken + "a"},
                                                {"cookie", "xludex-8080=" + kToken},
                                                {"authorization", "Basic " + kToken},
                                                {"authorization", "Bearer"},
                                                {"authorization", "Bearer " + kToken.substr(1)},
                                                {"authorization", kToken}}) {
    EXPECT_EQ(status_of(with_token(), local({header})), 401) << header.name << header.value;
  }
}

TEST(GuardToken, BecomesACookie) {
  Request request = local({}, "GET", "/players/a b");
  request.parameters = {{"token", kToken}, {"year", "1996&"}};
  const auto answer = Guard(with_token()).admit(request);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(answer->status, 303);
  EXPECT_EQ(header_of(*answer, "Location"), "/players/a%20b?year=1996%26");
  EXPECT_EQ(header_of(*answer, "Set-Cookie"),
            "ludex-8080=" + kToken + "; Path=/; HttpOnly; SameSite=Strict");
  EXPECT_EQ(header_of(*answer, "Cache-Control"), "no-store");
  request.headers.push_back({"cookie", "ludex-8080=" + kToken});  // the address is opened again
  EXPECT_EQ(status_of(with_token(), request), 303);
}

TEST(GuardToken, IsNotTakenFromAWrongAddressOrAForm) {
  Request wrong = local();
  wrong.parameters = {{"token", std::string(64, 'b')}};
  EXPECT_EQ(status_of(with_token(), wrong), 401);
  Request form = local({}, "POST");
  form.parameters = {{"token", kToken}};
  EXPECT_EQ(status_of(with_token(), form), 401);
}

TEST(GuardToken, IsSecureBehindAProxyWithTls) {
  GuardOptions proxied = with_token();
  proxied.behind_proxy = true;
  proxied.base_path = "/go";
  Request request = local({{"x-forwarded-proto", "https"}}, "GET", "/go/");
  request.parameters = {{"token", kToken}};
  const auto answer = Guard(proxied).admit(request);
  ASSERT_TRUE(answer.has_value());
  EXPECT_EQ(header_of(*answer, "Location"), "/go/");
  EXPECT_EQ(header_of(*answer, "Set-Cookie"),
            "ludex-8080=" + kToken + "; Path=/go; HttpOnly; SameSite=Strict; Secure");
}

TEST(GuardBasePath, IsTakenOff) {
  GuardOptions below = options();
  below.base_path = "/go/games";
  const auto path_of = [&](const std::string& path) {
    Request request = local({}, "GET", path);
    request.parameters = {{"a", "b"}};
    const auto refusal = Guard(below).admit(request);
    return refusal ? std::to_string(refusal->status) + header_of(*refusal, "Location")
                   : request.path;
  };
  EXPECT_EQ(path_of("/go/games/"), "/");
  EXPECT_EQ(path_of("/go/games/api/v1/info"), "/api/v1/info");
  EXPECT_EQ(path_of("/go/games"), "308/go/games/?a=b");
  EXPECT_EQ(path_of("/go/gamesx"), "404");
  EXPECT_EQ(path_of("/"), "404");
  EXPECT_EQ(path_of("/api/v1/info"), "404");
}

TEST(GuardHeaders, AreOnEveryAnswer) {
  Response response;
  response.headers = {{"Content-Type", "text/html"}};
  Guard(options()).decorate(local(), response);
  EXPECT_EQ(header_of(response, "Content-Security-Policy"),
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
            "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'");
  EXPECT_EQ(header_of(response, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(header_of(response, "Cross-Origin-Resource-Policy"), "same-origin");
  EXPECT_EQ(header_of(response, "Cross-Origin-Opener-Policy"), "same-origin");
  EXPECT_EQ(header_of(response, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header_of(response, "Cache-Control"), "private, no-cache");
}

TEST(GuardHeaders, KeepThoseOfTheAnswer) {
  Response response;
  response.headers = {{"content-type", "image/svg+xml; charset=utf-8"},
                      {"cache-control", "public, max-age=31536000, immutable"}};
  Guard(options()).decorate(local(), response);
  EXPECT_EQ(header_of(response, "Content-Security-Policy"), "default-src 'none'; style-src 'none'");
  EXPECT_EQ(header_of(response, "Cache-Control"), "");
  EXPECT_EQ(header_of(response, "cache-control"), "public, max-age=31536000, immutable");
}

TEST(GuardOptionsTexts, AreChecked) {
  for (const char* const name : {"localhost", "games.example.org", "192.0.2.1", "[2001:db8::1]",
                                 "games.example.org:443", "a_b"}) {
    EXPECT_TRUE(is_host_name(name)) << name;
  }
  for (const char* const name :
       {"", "a b", "http://a", "a/b", "a:", "a:b", "2001:db8::1", ":80", "a,b"}) {
    EXPECT_FALSE(is_host_name(name)) << name;
  }
  for (const char* const path : {"", "/a", "/a/b-c.d_e~"}) EXPECT_TRUE(is_base_path(path)) << path;
  for (const char* const path :
       {"/", "a", "/a/", "//a", "/../a", "/a b", "/a?b", "/a%20", "http://a/b"}) {
    EXPECT_FALSE(is_base_path(path)) << path;
  }
  EXPECT_TRUE(is_origin("https://example.org"));
  EXPECT_TRUE(is_origin("http://localhost:3000"));
  for (const char* const origin :
       {"", "*", "null", "example.org", "https://", "https://a/", "ftp://a"}) {
    EXPECT_FALSE(is_origin(origin)) << origin;
  }
}

}  // namespace
}  // namespace ludex::web
