#include "web/http/listen_address.hpp"

#include <gtest/gtest.h>

namespace ludex::web {
namespace {

TEST(ListenAddress, IsAnAddressAndAPort) {
  EXPECT_EQ(parse_listen_address("127.0.0.1:8080"), (ListenAddress{"127.0.0.1", 8080, true}));
  EXPECT_EQ(parse_listen_address("127.1.2.3:0"), (ListenAddress{"127.1.2.3", 0, true}));
  EXPECT_EQ(parse_listen_address("[::1]:80"), (ListenAddress{"::1", 80, true}));
  EXPECT_EQ(parse_listen_address("LocalHost:80"), (ListenAddress{"localhost", 80, true}));
}

TEST(ListenAddress, SaysWhatOtherMachinesReach) {
  for (const char* const text :
       {"0.0.0.0:80", "192.0.2.1:80", "[::]:80", "[2001:db8::1]:80", "[::ffff:127.0.0.1]:80"}) {
    const auto address = parse_listen_address(text);
    ASSERT_TRUE(address.has_value()) << text;
    EXPECT_FALSE(address->is_loopback) << text;
  }
}

TEST(ListenAddress, RefusesOtherTexts) {
  for (const char* const text :
       {"", ":", ":80", "80", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:-1",
        "127.0.0.1:65536", "127.0.0.1:80 ", "127.1:80", "::1:80", "[::1]", "[::1", "[]:80",
        "example.org:80", "127.0.0.1:+80", "http://127.0.0.1:80"}) {
    EXPECT_FALSE(parse_listen_address(text).has_value()) << text;
  }
}

TEST(ListenAddress, IsWrittenAsInAnAddressBar) {
  EXPECT_EQ(authority_of("127.0.0.1", 80), "127.0.0.1:80");
  EXPECT_EQ(authority_of("::1", 8080), "[::1]:8080");
}

}  // namespace
}  // namespace ludex::web
