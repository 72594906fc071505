#include "source/file_stream.hpp"

#include "ludex/error.hpp"
#include "source/reading.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

namespace ludex::test {
namespace {

class FingerprintTest : public testing::Test {
 protected:
  std::string file(const std::string& bytes) { return folder_.add_file("a.sgf", bytes); }

  TemporaryFolder folder_;
  const std::string long_text_ = games(20'000);  // 2.9 MB: first and last MiB do not meet
};

TEST_F(FingerprintTest, ItsValuesAreStoredAndSoNeverChange) {
  EXPECT_EQ(fingerprint_of(file("")),
            (Fingerprint{0, "99aa06d3014798d86001c324468d497f99aa06d3014798d86001c324468d497f"}));
}

TEST_F(FingerprintTest, EveryByteAtTheEndsCounts) {
  const Fingerprint before = fingerprint_of(file(long_text_));
  for (const std::size_t at : {std::size_t{0}, std::size_t{1} << 19U, long_text_.size() - 1}) {
    std::string changed = long_text_;
    changed[at] = '!';
    EXPECT_NE(fingerprint_of(file(changed)), before) << at;
  }
  EXPECT_NE(fingerprint_of(file(long_text_ + "x")), before);
}

TEST_F(FingerprintTest, GivesTheContentOfAShortFile) {
  const std::string text = games(1);
  const auto content_of = [&](const std::string& path, std::uint64_t most_bytes) {
    std::optional<std::string> content;
    EXPECT_EQ(fingerprint_of(path, &content, most_bytes), fingerprint_of(path));
    return content;
  };
  EXPECT_EQ(content_of(file(text), text.size()), text);
  EXPECT_EQ(content_of(file(text), text.size() - 1), std::nullopt) << "too long";
  EXPECT_EQ(content_of(file(long_text_), long_text_.size()), std::nullopt) << "not all was hashed";
  EXPECT_EQ(content_of(file(""), 100), std::nullopt) << "its size may be unknown";
}

TEST_F(FingerprintTest, AFileThatGrewIsKnownByItsOldPart) {
  for (const std::string& text : {std::string(), games(1), long_text_}) {
    const Fingerprint old = fingerprint_of(file(text));
    const std::string path = file(text + games(3, 9));
    EXPECT_TRUE(has_grown(path, old));
  }
}

TEST_F(FingerprintTest, AChangedShorterOrEqualFileHasNotGrown) {
  const Fingerprint old = fingerprint_of(file(long_text_));
  EXPECT_FALSE(has_grown(file(long_text_), old));
  EXPECT_FALSE(has_grown(file(long_text_.substr(1)), old));
  std::string changed = long_text_ + games(1);
  changed[10] = '!';
  EXPECT_FALSE(has_grown(file(changed), old));
}

TEST_F(FingerprintTest, WhatCannotBeReadIsAnError) {
  EXPECT_THROW((void)fingerprint_of(folder_.path("nothing")), SourceError);
  EXPECT_THROW((void)fingerprint_of("/dev/null"), SourceError);
}

TEST_F(FingerprintTest, APipeIsRefusedWithoutWaitingForItsWriter) {
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  try {
    (void)fingerprint_of(pipe);
    FAIL() << "it has a fingerprint";
  } catch (const SourceError& error) {
    EXPECT_EQ(error.what(), pipe + ": is not a regular file; it has no fingerprint");
  }
}

}  // namespace
}  // namespace ludex::test
