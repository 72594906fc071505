#include "ludex/record.hpp"

#include "ludex/error.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ludex {
namespace {

TEST(ForEachRecord, ReadsEveryFormatOfAFolderWithoutADatabase) {
  const test::TemporaryFolder folder;
  (void)folder.add_file("a.sgf", "(;PB[Ann]PW[Bob]DT[1996-05]RE[B+R];B[aa])\n(;B[bb])\nnoise\n");
  (void)folder.add_file("b.csa", "V2.2\nN+Cay\nN-Dan\nPI\n+\n");
  (void)folder.add_file("note.txt", "nothing here\n");
  std::vector<std::string> found;
  for_each_record(folder.path(), [&](const Record& record) {
    std::string line(record.format);
    if (record.games) {
      for (const RecordGame& game : *record.games) {
        line += " " + game.players.at(0) + "-" + game.players.at(1) + " " + to_text(game.result);
      }
    }
    found.push_back(line + " @" + std::to_string(record.origin.offset_bytes));
    return true;
  });
  EXPECT_EQ(found,
            (std::vector<std::string>{"sgf Ann-Bob B+R @0", "sgf -  @42", "csa Cay-Dan  @0"}));
}

TEST(ForEachRecord, SaysWhyARecordGivesNothing) {
  const test::TemporaryFolder folder;
  const std::string file = folder.add_file("a.cgp", "3/2/3 AB/ 0/0 0\n3/1A1/3 AB/ 0/0 0\n");
  std::vector<bool> good;
  for_each_record(file, [&](const Record& record) {
    good.push_back(record.games.has_value());
    if (!record.games) {
      EXPECT_EQ(record.games.error().kind, ProblemKind::bad_syntax);
    }
    return true;
  });
  EXPECT_EQ(good, (std::vector<bool>{false, true}));
}

TEST(ForEachRecord, StopsWhereItsVisitorOrItsCallSays) {
  const test::TemporaryFolder folder;
  const std::string file = folder.add_file("a.sgf", "(;B[aa])(;B[bb])(;B[cc])");
  int records = 0;
  for_each_record(file, [&](const Record&) { return ++records < 2; });
  EXPECT_EQ(records, 2);
  std::stop_source stop;
  stop.request_stop();
  RecordOptions options;
  options.call.stop = stop.get_token();
  EXPECT_THROW(for_each_record(
                   file, [](const Record&) { return true; }, options),
               Stopped);
  EXPECT_THROW(for_each_record(folder.path("none"), [](const Record&) { return true; }),
               SourceError);
}

}  // namespace
}  // namespace ludex
