// Named streams that an interrupted run read in part, and the stream that comes next.
#include "pipeline/indexer_fixture.hpp"
#include "store/removal.hpp"
#include "support/failing_reads.hpp"
#include "support/packing.hpp"
#include "support/piped.hpp"

#include "generator/go_archive.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

namespace ludex::test {
namespace {

const std::string kPart = bench::go_archive(900, 1);
const std::string kOtherDump = bench::go_archive(900, 2);

class ResumedStreamTest : public IndexerTest {
 protected:
  ResumedStreamTest() { options_.stdin_name = "dump"; }

  IndexReport index_stream(const std::string& bytes) {
    const Piped stream(folder_.path("pipe"), bytes);
    return index({stream.path()});
  }
  /// \returns the report of a run that a read error interrupts
  IndexReport interrupt(const std::string& bytes, std::size_t good_reads = 9) {
    const Piped stream(folder_.path("pipe"), bytes);
    const FailingReads faults(stream.path(), good_reads, 1000);
    return index({stream.path()});
  }
  void interrupt_in_third_member(const std::string& archive) {
    const char* is_there =
        "SELECT count(*) FROM source WHERE resume_member = 2 AND resume_offset > 0 AND state = 1";
    std::size_t good_reads = 3;
    do {
      ASSERT_EQ(interrupt(archive, ++good_reads).failed_sources, 1u);
    } while (ask(is_there) != "1\n");
  }
  void expect_refused(const std::string& bytes) {
    const IndexReport report = index_stream(bytes);
    EXPECT_EQ(report.failed_sources, 1u);
    EXPECT_EQ(report.games, 0u);
    EXPECT_EQ(messages_,
              "dump: this is not the stream that an interrupted run began to read, so nothing was "
              "read; pipe it again to read it from the beginning\n");
  }
  std::string ids() { return ask("SELECT id, record_hash FROM games"); }
};

TEST_F(ResumedStreamTest, TheSameStreamGoesOnWhereItWasInterruptedAndIdsStay) {
  EXPECT_GT(interrupt(kPart).games, 100u);
  const std::string part = ids();
  const IndexReport rest = index_stream(kPart);
  EXPECT_LT(rest.games, 800u);
  EXPECT_EQ(messages_, "");
  EXPECT_TRUE(ids().starts_with(part));
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
  const std::string resumed = signature_now();
  EXPECT_EQ(index_stream(kPart).known_sources, 1u) << "its end was seen with its beginning";
  database_ = "whole.db";
  index_stream(kPart);
  EXPECT_EQ(signature_now(), resumed);
}

TEST_F(ResumedStreamTest, AnotherStreamIsNotMixedWithTheFirstPartOfTheOld) {
  interrupt(kPart);
  const std::string part = ids();
  expect_refused(kOtherDump);
  EXPECT_EQ(ids(), part);
  EXPECT_EQ(index_stream(kOtherDump).games, 900u);
  EXPECT_EQ(messages_, "");
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
  const std::string second = signature_now();
  database_ = "whole.db";
  index_stream(kOtherDump);
  EXPECT_EQ(signature_now(), second);
}

TEST_F(ResumedStreamTest, OneChangedByteInWhatWasReadIsNoticed) {
  interrupt(kPart);
  std::string changed = kPart;
  changed[changed.find(";B[") + 3] ^= 1;
  expect_refused(changed);
}

TEST_F(ResumedStreamTest, AStreamThatEndsBeforeLeavesTheCompleteOldSource) {
  index_stream(kOtherDump);
  const std::string complete = ids();
  interrupt(kPart);
  EXPECT_EQ(ask("SELECT count(*) FROM source"), "2\n");
  for (const std::string& bytes : {kPart.substr(0, 3000), std::string()}) {
    expect_refused(bytes);
    EXPECT_EQ(ids(), complete);
    EXPECT_EQ(ask("SELECT count(*) FROM source"), "1\n");
    interrupt(kPart);
  }
  EXPECT_GT(index_stream(kPart).games, 100u);
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
}

TEST_F(ResumedStreamTest, AStreamWithoutAHashOfItsContentIsKnownByItsRecords) {
  index_stream(kPart);
  const std::string before = ids();
  const std::string hash = ask("SELECT content_hash FROM source");
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec("UPDATE source SET content_hash = NULL");  // as an older program left it
  EXPECT_EQ(index_stream(kPart).known_sources, 1u);
  EXPECT_EQ(ids(), before);
  EXPECT_EQ(ask("SELECT content_hash FROM source"), hash);
}

TEST_F(ResumedStreamTest, AStreamOfWhichOnlyTheEndIsMissingIsFinished) {
  index_stream(kPart);
  const auto lose_end = [&] {
    SqliteFile(database().string(), SqliteFile::Mode::write)
        .exec(
            "UPDATE source SET state = 1, resume_member = 1, resume_offset = 0, content_hash = "
            "NULL");
  };
  lose_end();
  EXPECT_EQ(index_stream(kPart).failed_sources, 0u);
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
  lose_end();
  expect_refused(kOtherDump);
  EXPECT_EQ(index_stream(kOtherDump).games, 900u);
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
}

TEST_F(ResumedStreamTest, ACompressedStreamIsComparedUnpacked) {
  interrupt(compress(Codec::gzip, kPart));
  EXPECT_EQ(index_stream(compress(Codec::zstd, kPart)).failed_sources, 0u);
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|900\n");
}

TEST_F(ResumedStreamTest, AnArchiveIsComparedMemberByMember) {
  const auto archive = [](int first) {
    return pack(Packer::tar, {{"a.sgf", bench::go_archive(100, static_cast<unsigned>(first))},
                              {"b.txt", "no game"},
                              {"c.sgf", bench::go_archive(3000, 2)},
                              {"d.sgf", bench::go_archive(20, 3)}});
  };
  interrupt_in_third_member(archive(1));
  const std::string part = ids();
  EXPECT_LT(index_stream(archive(1)).games, 3000u);
  EXPECT_TRUE(ids().starts_with(part));
  EXPECT_EQ(ask("SELECT state, games, members FROM sources"), "done|3120|3\n");
  EXPECT_EQ(index_stream(archive(1)).known_sources, 1u);
  interrupt_in_third_member(archive(4));
  expect_refused(archive(5));
  EXPECT_EQ(ask("SELECT games FROM sources"), "3120\n");
}

TEST_F(ResumedStreamTest, APartFromWhichAGameWasRemovedIsReadFromItsBeginning) {
  interrupt(kPart);
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const GameId some[] = {static_cast<GameId>(3)};
    ASSERT_EQ(remove_games(opened, some), 1u);
  }
  EXPECT_EQ(index_stream(kOtherDump).games, 900u);
  EXPECT_EQ(ask("SELECT games FROM sources"), "900\n");
}

}  // namespace
}  // namespace ludex::test
