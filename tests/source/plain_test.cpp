#include "source/reading.hpp"
#include "support/packing.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <string>

namespace ludex::test {
namespace {

std::string message_of_opening(const std::string& path) {
  try {
    SourceReader reader({path});
  } catch (const SourceError& error) {
    return error.what();
  }
  return "opened";
}

TEST(PlainSource, AnEmptyFileIsOneEmptyMember) {
  const TemporaryFolder folder;
  SourceReader reader({folder.add_file("empty.sgf", "")});
  EXPECT_FALSE(reader.is_archive());
  EXPECT_EQ(read_all(reader), (std::vector<ReadMember>{{"", "", ""}}));
  EXPECT_FALSE(reader.next_member());
}

TEST(PlainSource, AFileComesBackByteForByteAndIsCounted) {
  const TemporaryFolder folder;
  const std::string text = games(3000);
  SourceReader reader({folder.add_file("games.sgf", text)});
  EXPECT_EQ(read_all(reader), (std::vector<ReadMember>{{"", text, ""}}));
  EXPECT_EQ(reader.source_bytes_read(), text.size());
}

TEST(PlainSource, SkipGoesForwardAndSaysWhetherTheMemberIsThatLong) {
  const TemporaryFolder folder;
  const std::string text = games(100);
  const std::string path = folder.add_file("games.sgf", text);
  for (const std::size_t offset :
       {std::size_t{0}, std::size_t{1}, std::size_t{512}, std::size_t{5000}, text.size()}) {
    SourceReader reader({path});
    ASSERT_TRUE(reader.next_member());
    ASSERT_TRUE(reader.skip(offset));
    EXPECT_EQ(read_member(reader).bytes, text.substr(offset)) << offset;
  }
  SourceReader reader({path});
  ASSERT_TRUE(reader.next_member());
  EXPECT_FALSE(reader.skip(text.size() + 1));
}

TEST(PlainSource, WhatCannotBeOpenedSaysWhy) {
  EXPECT_EQ(message_of_opening("/nowhere/games.sgf"),
            "/nowhere/games.sgf: cannot be opened: No such file or directory");
}

TEST(PlainSource, AFolderIsNoSource) {
  const TemporaryFolder folder;
  EXPECT_EQ(message_of_opening(folder.path()), folder.path() + ": is a folder");
}

TEST(PlainSource, AFailureWhileReadingKeepsWhatCameBefore) {
  const std::string text = games(50);
  for (const std::size_t good_bytes : {0, 1, 100, 511, 512, 513, 1000}) {
    SourceReader reader({"test"}, std::make_unique<FailingStream>(text, good_bytes), {});
    EXPECT_EQ(read_all(reader), (std::vector<ReadMember>{{"", text.substr(0, good_bytes),
                                                          "cannot read: Input/output error"}}));
  }
}

TEST(PlainSource, AFailureUnderADecoderKeepsWhatCouldBeDecoded) {
  const std::string text = games(5000);
  const std::string file = compress(Codec::gzip, text);
  SourceReader reader({"test"}, std::make_unique<FailingStream>(file, file.size() / 2), {});
  ASSERT_TRUE(reader.next_member());
  const ReadMember member = read_member(reader);
  EXPECT_EQ(member.damage, "cannot read: Input/output error");
  EXPECT_TRUE(text.starts_with(member.bytes));
  EXPECT_GT(member.bytes.size(), text.size() / 3);
}

TEST(PlainSource, TheMessageOfDamageNamesSourceAndOffset) {
  SourceReader reader({"a.sgf"}, std::make_unique<FailingStream>(games(50), 700), {});
  ASSERT_TRUE(reader.next_member());
  std::string message;
  try {
    (void)reader.skip(1'000'000);
  } catch (const SourceDamage& damage) {
    message = damage.what();
  }
  EXPECT_EQ(message, "a.sgf:700: cannot read: Input/output error");
}

TEST(PlainSource, ANamedPipeIsReadToItsEnd) {
  const TemporaryFolder folder;
  const std::string path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  const std::string text = games(2000);
  const pid_t writer = ::fork();
  if (writer == 0) {
    std::ofstream(path, std::ios::binary) << text;
    ::_exit(0);
  }
  SourceReader reader({path});
  EXPECT_EQ(read_all(reader), (std::vector<ReadMember>{{"", text, ""}}));
}

TEST(PlainSource, TextThatLooksLikeAnArchiveIsText) {
  for (const std::string& text :
       {std::string("BZh9 is how a bzip2 file starts"), std::string("PK\x03 (;GM[1])"),
        std::string("#mtree\n(;GM[1])"), std::string("070707 (;GM[1])"), std::string("(;C[ustar])"),
        "(;C[" + std::string(252, 'x') + " ustar" + std::string(1000, ' ') + "])",
        std::string(2000, '\0'), std::string("!<arch>\n(;GM[1])")}) {
    EXPECT_EQ(read_only_member(text), whole(text));
  }
}

}  // namespace
}  // namespace ludex::test
