#include "web/http/target.hpp"

#include "web/http/text.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex::web {
namespace {

/// "path name=value ..." of a target, or "400 reason".
std::string read_target(std::string_view raw) {
  const auto target = parse_target(raw);
  if (!target) return std::to_string(target.error().status);
  std::string text = target->authority + target->path;
  for (const auto& [name, value] : target->parameters) text += " " + name + "=" + value;
  return text;
}

TEST(Target, HasAPathAndParametersInTheirOrder) {
  EXPECT_EQ(read_target("/"), "/");
  EXPECT_EQ(read_target("/api/v1/games?player=Cho&player=Kato&limit=5"),
            "/api/v1/games player=Cho player=Kato limit=5");
  EXPECT_EQ(read_target("/games/"), "/games/");
}

TEST(Target, IsDecodedOnce) {
  EXPECT_EQ(read_target("/players/%E6%9C%AC%20x"), "/players/本 x");
  EXPECT_EQ(read_target("/a+b?c=d+e%2Bf&%67=%2567"), "/a+b c=d e+f g=%67");
  EXPECT_EQ(read_target("/players/A%2FB"), "/players/A/B");
  EXPECT_EQ(read_target("/players/本"), "/players/本");
}

TEST(Target, TakesOddQueriesAsTheyAre) {
  EXPECT_EQ(read_target("/?"), "/");
  EXPECT_EQ(read_target("/?a&b=&&=c&d=e=f&g=?"), "/ a= b= =c d=e=f g=?");
  EXPECT_EQ(read_target("/?a=../..//x"), "/ a=../..//x");
}

TEST(Target, MayBeAbsolute) {
  EXPECT_EQ(read_target("http://LocalHost:8080/games?a=b"), "LocalHost:8080/games a=b");
  EXPECT_EQ(read_target("HTTP://localhost"), "localhost/");
  EXPECT_EQ(read_target("http://localhost?a=b"), "localhost/ a=b");
  EXPECT_EQ(read_target("http:///games"), "400");
  EXPECT_EQ(read_target("https://localhost/"), "400");
  EXPECT_EQ(read_target("file:///etc/passwd"), "400");
}

TEST(Target, NeverLeavesItsFolder) {
  for (const char* const raw :
       {"/..", "/../etc/passwd", "/a/..", "/a/../b", "/.", "/./a", "/%2e%2e/a", "/%2E./a",
        "/a%2f..%2fb", "//evil.example", "/a//b", "/a%2f%2fb", "/%2f"}) {
    EXPECT_EQ(read_target(raw), "400") << raw;
  }
  EXPECT_EQ(read_target("/...a/..b/c.."), "/...a/..b/c..");
}

TEST(Target, HoldsNoControlCharacters) {
  for (const char* const raw : {"/%00", "/a%0d%0aSet-Cookie:x", "/%0A", "/%7f", "/%C2%85", "/\x01",
                                "/?a%0a=b", "/?a=%00", "/?a=%1b[2J", "/?a=%c2%9b", "/?a=\n"}) {
    EXPECT_EQ(read_target(raw), "400") << raw;
  }
  EXPECT_EQ(read_target(std::string_view("/\0", 2)), "400");
  EXPECT_EQ(read_target("/sql?sql=SELECT%0D%0A%091"), "/sql sql=SELECT\r\n\t1");
}

TEST(Target, IsWellFormed) {
  for (const char* const raw :
       {"", "*", "games", "?a=b", "localhost:80", "/#top", "/?a=b#top", "/%", "/%2", "/%2g",
        "/?a=%", "/?a%zz=b", "/%ff", "/?a=%c0%af", "/%ed%a0%80", "/?a=%f4%90%80%80", "/%e6%9c"}) {
    EXPECT_EQ(read_target(raw), "400") << raw;
  }
}

TEST(Target, HasAtMost8000Bytes) {
  EXPECT_EQ(read_target("/" + std::string(7'999, 'a')), "/" + std::string(7'999, 'a'));
  EXPECT_EQ(read_target("/" + std::string(8'000, 'a')), "414");
}

TEST(Target, IsWrittenSoThatItReadsBack) {
  const std::vector<Field> parameters = {
      {"player", "=Cho & Kató+%"}, {"sql", "SELECT\n'#?'"}, {"x", ""}};
  const std::string written = to_target("/players/a b?本", parameters);
  EXPECT_EQ(written,
            "/players/"
            "a%20b%3F%E6%9C%AC?player=%3DCho%20%26%20Kat%C3%B3%2B%25&sql=SELECT%0A%27%23%3F%27&x=");
  const auto read = parse_target(written);
  ASSERT_TRUE(read.has_value());
  EXPECT_EQ(read->path, "/players/a b?本");
  EXPECT_EQ(read->parameters, parameters);
}

TEST(Query, IsReadFromAFormToo) {
  const auto form = parse_query("sql=SELECT+1%3B&limit=5");
  ASSERT_TRUE(form.has_value());
  EXPECT_EQ(*form, (std::vector<Field>{{"sql", "SELECT 1;"}, {"limit", "5"}}));
}

TEST(ServerText, RecognizesUtf8) {
  EXPECT_TRUE(is_utf8("a\u00e9\u672c\U0001F600"));
  for (const char* const bytes :
       {"\x80", "\xc1\xbf", "\xe0\x9f\xbf", "\xed\xbf\xbf", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
        "\xf5\x80\x80\x80", "\xe6\x9c", "\xe6\x9c\x41"}) {
    EXPECT_FALSE(is_utf8(bytes)) << bytes;
  }
}

TEST(ServerText, TrimsBlanksAndTabs) {
  EXPECT_EQ(trimmed(" \ta b\t "), "a b");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed(""), "");
}

}  // namespace
}  // namespace ludex::web
