// Members of an archive that can be read only once wait for the files that they need.

#include "pipeline/member_queue.hpp"

#include "formats/format_room.hpp"
#include "source/byte_stream.hpp"
#include "support/packing.hpp"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace ludex {
namespace {

/// Reads all members, and notes what was known of companions when each began.
struct QueueRun {
  explicit QueueRun(const test::Files& files, std::size_t cut_bytes = 0) {
    std::string tar = test::pack(test::Packer::tar, files);
    tar.resize(tar.size() - cut_bytes);
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
  const QueueRun whole({{"1/x.jou", "names"}, {"1/x.wtb", std::string(5000, 'g')}});
  // A tar ends in two blocks of zeros at least: the cut is in the games.
  for (const std::size_t cut : {std::size_t{8192}, std::size_t{6144}}) {
    const QueueRun run({{"1/x.jou", "names"}, {"1/x.wtb", std::string(5000, 'g')}}, cut);
    ASSERT_EQ(run.lines.size(), 2U) << cut;
    EXPECT_EQ(run.lines[0], whole.lines[0]);
    EXPECT_EQ(run.lines[1].find("1/x.wtb damaged "), 0U) << run.lines[1];
  }
}

}  // namespace
}  // namespace ludex
