#include "engine/clickhouse/cluster_address.hpp"

#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ludex::clickhouse {
namespace {

std::string refusal(const std::string& url) {
  try {
    (void)parse_cluster_address(url);
  } catch (const UsageError& error) {
    const std::string text = error.what();
    return text.substr(0, text.find("; expected"));
  }
  return "accepted";
}

TEST(ClusterAddress, NamesServersInTheirOrder) {
  const ClusterAddress address = parse_cluster_address("clickhouse://b:8124,[::1]:9,a/games");
  EXPECT_EQ(address.servers, (std::vector<ServerAddress>{{"b", 8124}, {"::1", 9}, {"a", 8123}}));
  EXPECT_EQ(address.servers[1].text(), "[::1]:9");
  EXPECT_EQ(address.database, "games");
  EXPECT_EQ(address.user, "");
}

TEST(ClusterAddress, DecodesTheLogin) {
  const ClusterAddress address = parse_cluster_address("clickhouse://me:a%40b%2Fc:d@host/games");
  EXPECT_EQ(address.user, "me");
  EXPECT_EQ(address.password, "a@b/c:d");
  EXPECT_EQ(parse_cluster_address("clickhouse://me:p@ss@host/games").password, "p@ss");
}

TEST(ClusterAddress, RefusesWhatItDoesNotOffer) {
  EXPECT_EQ(refusal("http://host/x"), "`to`: it does not begin with clickhouse://");
  EXPECT_EQ(refusal("clickhouses://host/x"),
            "`to`: TLS is not offered; use a tunnel (stunnel, ssh -L)");
  EXPECT_EQ(refusal("clickhouse://host"), "`to`: the database is missing");
  EXPECT_EQ(refusal("clickhouse:///x"), "`to`: a host is missing");
  EXPECT_EQ(refusal("clickhouse://a,,b/x"), "`to`: a host is missing");
  EXPECT_EQ(refusal("clickhouse://a:1,a:1/x"), "`to`: a:1 is named twice");
  EXPECT_EQ(refusal("clickhouse://a:99999/x"), "`to`: '99999' is not a port");
  EXPECT_EQ(refusal("clickhouse://[::1/x"), "`to`: a ']' is missing");
  EXPECT_EQ(refusal("clickhouse://a/x; DROP"),
            "`to`: the name of the database must consist of letters, digits and '_'");
  EXPECT_EQ(refusal("clickhouse://a:9000/x"),
            "`to`: 9000 is the port of the native protocol, give that of the HTTP interface");
}

TEST(ClusterAddress, NeverShowsThePassword) {
  for (const char* const url :
       {"clickhouse://me:secret@host", "clickhouse://me:secret%@host/x",
        "clickhouse://me:secret@host:x/x", "clickhouse://me:sec/ret@host/x,y"}) {
    EXPECT_EQ(refusal(url).find("sec"), std::string::npos) << url;
  }
}

}  // namespace
}  // namespace ludex::clickhouse
