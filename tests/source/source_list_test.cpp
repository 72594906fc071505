#include "source/source_list.hpp"

#include "ludex/error.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>
#include <vector>

namespace ludex::test {
namespace {

class SourceListTest : public testing::Test {
 protected:
  void add(const std::string& name) { folder_.add_file(name, "(;)"); }

  /// Paths below the folder, as list_sources() orders them.
  [[nodiscard]] std::vector<std::string> listed(const std::string& name = "") const {
    std::vector<std::string> names;
    for (const SourceName& source : list_sources(std::vector{folder_.path(name)})) {
      names.push_back(source.path.substr(folder_.path().size() + 1));
    }
    return names;
  }

  TemporaryFolder folder_;
};

std::string message_of(const std::vector<std::string>& arguments) {
  try {
    (void)list_sources(arguments);
  } catch (const SourceError& error) {
    return error.what();
  }
  return "no error";
}

TEST_F(SourceListTest, AFolderIsItsFilesInByteOrderOfThePath) {
  for (const char* name : {"b.sgf", "a/z.sgf", "a.sgf", "a/b/c.sgf", "B.sgf", "é.sgf", "a-b.sgf"}) {
    add(name);
  }
  EXPECT_EQ(listed(), (std::vector<std::string>{"B.sgf", "a-b.sgf", "a.sgf", "a/b/c.sgf", "a/z.sgf",
                                                "b.sgf", "é.sgf"}));
}

TEST_F(SourceListTest, DotFilesLinkedFoldersAndBrokenLinksAreSkippedInFolders) {
  add("a/one.sgf");
  add(".git/config");
  add("a/.hidden.sgf");
  std::filesystem::create_directory_symlink(folder_.path("a"), folder_.path("again"));
  std::filesystem::create_symlink(folder_.path("nothing"), folder_.path("broken.sgf"));
  std::filesystem::create_symlink(folder_.path("a/one.sgf"), folder_.path("two.sgf"));
  EXPECT_EQ(listed(), (std::vector<std::string>{"a/one.sgf", "two.sgf"}));
}

TEST_F(SourceListTest, WhatIsNamedIsTakenEvenIfHiddenOrALink) {
  add("a/one.sgf");
  add(".hidden.sgf");
  std::filesystem::create_directory_symlink(folder_.path("a"), folder_.path("again"));
  EXPECT_EQ(listed(".hidden.sgf"), std::vector<std::string>{".hidden.sgf"});
  EXPECT_EQ(listed("again"), std::vector<std::string>{"again/one.sgf"});
  EXPECT_EQ(listed("again/"), std::vector<std::string>{"again/one.sgf"});
}

TEST_F(SourceListTest, ArgumentsKeepTheirOrderAndSayWhetherTheyWereNamed) {
  add("z.sgf");
  add("a/b.sgf");
  const auto sources =
      list_sources(std::vector{folder_.path("z.sgf"), std::string("-"), folder_.path("a")});
  ASSERT_EQ(sources.size(), 3U);
  EXPECT_TRUE(sources[0].named && !sources[0].is_stream());
  EXPECT_TRUE(sources[1].named && sources[1].kind == SourceKind::standard_input);
  EXPECT_EQ(sources[1].path, "-");
  EXPECT_FALSE(sources[2].named);
  EXPECT_EQ(sources[2].path, folder_.path("a/b.sgf"));
}

TEST_F(SourceListTest, AnEmptyFolderHasNoSources) { EXPECT_TRUE(listed().empty()); }

TEST_F(SourceListTest, WhatDoesNotExistIsAnError) {
  const std::string path = folder_.path("nothing.sgf");
  EXPECT_EQ(message_of({path}), path + ": No such file or directory");
}

TEST_F(SourceListTest, StandardInputCanBeGivenOnce) {
  EXPECT_EQ(message_of({"-", "-"}), "-: standard input can be read only once");
  EXPECT_EQ(message_of({"-", "/dev/stdin"}), "-: standard input can be read only once");
}

TEST_F(SourceListTest, StandardInputAndOtherStreamsAreKnownByTheirPaths) {
  add("a.sgf");
  const std::string pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const char* path : {"-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"}) {
    EXPECT_EQ(source_kind(path), SourceKind::standard_input) << path;
  }
  EXPECT_EQ(source_kind(pipe), SourceKind::stream);
  EXPECT_EQ(source_kind("/dev/null"), SourceKind::stream);
  EXPECT_EQ(source_kind(folder_.path("a.sgf")), SourceKind::file);
  EXPECT_EQ(source_kind(folder_.path("nothing")), SourceKind::file);
  EXPECT_TRUE(listed("pipe") == std::vector<std::string>{"pipe"});
}

}  // namespace
}  // namespace ludex::test
