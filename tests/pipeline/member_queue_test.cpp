// Members of an archive that can be read only once wait for the files that they need.

#include "pipeline/member_queue.hpp"

#include "formats/format_room.hpp"
#include "source/byte_stream.hpp"
#include "support/packing.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ludex {
namespace {

/// Reads all members, and notes what was known of companions when each began.
struct QueueRun {
  /// \param tar_bytes  the rest of the archive is cut away
  explicit QueueRun(const test::Files& files, std::size_t tar_bytes = std::string::npos) {
    std::string tar = test::pack(test::Packer::tar, files);
    tar.resize(std::min(tar.size(), tar_bytes));
    SourceReader source({"all.tar"}, std::make_unique<MemoryStream>(std::move(tar)), {});
    MemberQueue queue(source, true);
    std::array<char, 1000> buffer;
    while (queue.next_member()) {
      std::string line = queue.member();
      std::size_t bytes = 0;
      try {
        while (const std::size_t more = queue.read(buffer)) bytes += more;
      } catch (const SourceDamage&) {
        line += " damaged";
      }
      line += " " + std::to_string(bytes);
      for (const auto& file : queue.companions().of(queue.member(), room_of(Format::wthor))) {
        line += " " + file.name + "=" + file.bytes.substr(0, 9);
      }
      lines.push_back(line);
    }
  }
  std::vector<std::string> lines;
};

TEST(MemberQueue, HoldsAFolderUntilItsEnd) {
  const QueueRun run({{"a.sgf", "(;)"},
                      {"1/x.wtb", "games"},
                      {"1/x.jou", "names 1"},
                      {"1/y.wtb", ""},
                      {"2/x.wtb", "more games"},
                      {"2/note.txt", "text"},
                      {"2/x.trn", "events 2"},
                      {"3/x.jou", "names 3"}});
  EXPECT_EQ(run.lines,
            (std::vector<std::string>{"a.sgf 3", "1/x.wtb 5 x.jou=names 1",
                                      "1/x.jou 7 x.jou=names 1", "1/y.wtb 0 x.jou=names 1",
                                      "2/x.wtb 10 x.trn=events 2", "2/note.txt 4 x.trn=events 2",
                                      "2/x.trn 8 x.trn=events 2", "3/x.jou 7 x.jou=names 3"}));
}

TEST(MemberQueue, KeepsTheOrderOfAFolderThatIsLeftAndEnteredAgain) {
  const QueueRun run({{"1/x.wtb", "games"}, {"2/x.sgf", "(;)"}, {"1/x.jou", "names"}});
  EXPECT_EQ(run.lines,
            (std::vector<std::string>{"1/x.wtb 5", "2/x.sgf 3", "1/x.jou 5 x.jou=names"}));
}

TEST(MemberQueue, HoldsNoMoreThan64MiB) {
  const std::size_t long_bytes = std::size_t{66} << 20;
  const QueueRun run({{"1/x.wtb", std::string(long_bytes, 'g')},
                      {"1/x.jou", "names"},
                      {"1/y.wtb", "games"},
                      {"1/x.trn", "events"}});
  EXPECT_EQ(run.lines,
            (std::vector<std::string>{"1/x.wtb " + std::to_string(long_bytes),
                                      "1/x.jou 5 x.jou=names", "1/y.wtb 5 x.jou=names x.trn=events",
                                      "1/x.trn 6 x.jou=names x.trn=events"}));
}

TEST(MemberQueue, TellsOfDamageWhereItIs) {
  const test::Files files = {{"1/x.jou", "names"}, {"1/x.wtb", std::string(5000, 'g')}};
  const std::size_t games_at = test::pack(test::Packer::tar, files).find("gggg");
  for (const std::size_t left : {0U, 1U, 4999U}) {
    const QueueRun run(files, games_at + left);
    ASSERT_EQ(run.lines.size(), 2U) << left;
    EXPECT_EQ(run.lines[0], "1/x.jou 5 x.jou=names");
    EXPECT_EQ(run.lines[1], "1/x.wtb damaged " + std::to_string(left) + " x.jou=names");
  }
}

}  // namespace
}  // namespace ludex
