#include "web/token.hpp"

#include "ludex/error.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace ludex::web {
namespace {

TEST(Token, IsMadeOnceForItsOwnerAlone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.path("token");
  const Token made = read_or_make_token(path);
  EXPECT_TRUE(made.is_new);
  EXPECT_EQ(made.text.size(), 64U);
  EXPECT_EQ(made.text.find_first_not_of("0123456789abcdef"), std::string::npos);
  struct stat status {};
  ASSERT_EQ(::stat(path.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
  const Token read = read_or_make_token(path);
  EXPECT_FALSE(read.is_new);
  EXPECT_FALSE(read.is_readable_by_all);
  EXPECT_EQ(read.text, made.text);
  EXPECT_NE(read_or_make_token(folder.path("other")).text, made.text);
}

TEST(Token, MayBeWrittenByItsOwner) {
  const test::TemporaryFolder folder;
  const std::string text = "abcdefghijklmnopqrstuvwxyz-._~09AZ";
  const std::string path = folder.add_file("token", " " + text + "\r\nmore\n");
  std::filesystem::permissions(path, std::filesystem::perms(0644));
  const Token token = read_or_make_token(path);
  EXPECT_EQ(token.text, text);
  EXPECT_TRUE(token.is_readable_by_all);
}

TEST(Token, RefusesFilesWithoutAProperToken) {
  const test::TemporaryFolder folder;
  for (const std::string& text :
       {std::string(), std::string("short\n"), std::string(31, 'a'), std::string(300, 'a'),
        std::string(40, 'a') + "; Path=/", std::string(40, '\n')}) {
    EXPECT_THROW((void)read_or_make_token(folder.add_file("token", text)), Error) << text;
  }
  EXPECT_THROW((void)read_or_make_token(folder.path("none/token")), Error);
  EXPECT_THROW((void)read_or_make_token(folder.path()), Error);
}

TEST(Token, IsComparedWhole) {
  EXPECT_TRUE(is_same_secret("abc", "abc"));
  for (const char* const given : {"", "abd", "xbc", "ab", "abcd"}) {
    EXPECT_FALSE(is_same_secret(given, "abc")) << given;
  }
  EXPECT_FALSE(is_same_secret("", ""));
}

}  // namespace
}  // namespace ludex::web
