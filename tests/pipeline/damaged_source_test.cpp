// Sources that could not be read to their end, and how the next run handles them.
#include "pipeline/indexer_fixture.hpp"

#include "pipeline/segment_keeper.hpp"
#include "store/removal.hpp"
#include "support/failing_reads.hpp"
#include "support/packing.hpp"
#include "support/stored_rows.hpp"

#include "generator/go_archive.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

namespace ludex::test {
namespace {

namespace fs = std::filesystem;

class DamagedSourceTest : public IndexerTest {
 protected:
  /// The rows of sources and games without their ids.
  std::string content() {
    return signature_now() + '\n' +
           ask("SELECT state, damaged_at, records, games, rejects, junk_bytes, members, "
               "skipped_members, record_bytes, stream_bytes FROM sources") +
           ask("SELECT ordinal, name, damaged_at FROM member ORDER BY source_id, ordinal");
  }

  std::string content_of(const std::string& source) {
    database_ = fmt::format("whole-{}.db", ++fresh_);
    EXPECT_EQ(index({source}).failed_sources, 0u);
    return content();
  }

  std::string ids() { return ask("SELECT id, record_hash FROM games"); }

  /// Restores the time of last modification, as copying programs do.
  static void write_with_old_time(const std::string& path, const std::string& bytes) {
    const auto time = fs::last_write_time(path);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // clocks of files tick slowly
    std::ofstream(path, std::ios::binary) << bytes;
    fs::last_write_time(path, time);
  }

  /// Lets each read of the source fail once, each in a separate run; the next run must end with the
  /// content of one that nothing disturbed. \returns how many reads there are
  std::size_t disturb_every_read(const std::string& source) {
    const std::string whole = content_of(source);
    for (std::size_t good_reads = 0;; ++good_reads) {
      database_ = fmt::format("disturbed-{}.db", ++fresh_);
      bool failed = false;
      {
        const FailingReads faults(source, good_reads, 1);
        const IndexReport report = index({source});
        failed = faults.has_failed();
        EXPECT_EQ(report.failed_sources, failed ? 1u : 0u) << good_reads;
      }
      if (!failed) return good_reads;
      EXPECT_NE(messages_.find("Input/output error"), std::string::npos) << messages_;
      EXPECT_EQ(index({source}).failed_sources, 0u) << messages_;
      EXPECT_EQ(content(), whole) << "read " << good_reads;
    }
  }
};

/// Games, with bytes between and after them that belong to no game.
std::string games_with_junk(int games, int seed) {
  return "junk\n" + bench::go_archive(games, static_cast<unsigned>(seed)) + "more junk\n";
}

TEST_F(DamagedSourceTest, AfterAReadErrorTheNextRunGoesOnInAPlainFile) {
  EXPECT_GT(disturb_every_read(add_source("a.sgf", games_with_junk(900, 1))), 8u);
}

TEST_F(DamagedSourceTest, AfterAReadErrorTheNextRunGoesOnInCompressedFiles) {
  const std::string text = games_with_junk(900, 1);
  for (const Codec codec : kCodecs) {
    EXPECT_GT(disturb_every_read(add_source("a", compress(codec, text))), 3u) << name_of(codec);
  }
}

TEST_F(DamagedSourceTest, AfterAReadErrorTheNextRunGoesOnInArchives) {
  const std::string picture = "\x89PNG\r\n\x1A\n" + std::string(100'000, '\x90');
  const Files files{{"a.sgf", games_with_junk(60, 1)},
                    {"b.png", picture},
                    {"c.sgf", games_with_junk(60, 2)},
                    {"d.png", picture},
                    {"e.sgf", "(;SZ[9];B[ee])"}};
  for (const Packer packer : {Packer::tar, Packer::zip, Packer::stored_zip, Packer::seven_zip}) {
    EXPECT_GT(disturb_every_read(add_source("a", pack(packer, files))), 3u);
  }
  EXPECT_GT(disturb_every_read(add_source("a", compress(Codec::gzip, pack(Packer::tar, files)))),
            3u);
}

TEST_F(DamagedSourceTest, ARecordOverTheLimitThatAReadErrorCutsIsReadWholeLater) {
  options_.memory_bytes = 64 << 20;
  const std::string large = "(;FF[4]C[" + std::string(5 << 20, 'x') + "])";
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee])\n" + large);
  const auto other = add_source("b.sgf", large);
  const char* records = "SELECT length, hex(hash) FROM record ORDER BY member_id, offset";
  index({source, other});
  const std::string whole = ask(records);
  database_ = "disturbed.db";
  {
    const FailingReads faults(source, 12, 1);
    EXPECT_EQ(index({source, other}).rejects, 1u) << "of the other source";
  }
  EXPECT_EQ(index({source, other}).rejects, 1u);
  EXPECT_EQ(ask(records), whole);
}

TEST_F(DamagedSourceTest, WhatHasBeenReadBeforeAReadErrorIsThere) {
  const auto source = add_source("a.sgf", bench::go_archive(900, 1));
  {
    const FailingReads faults(source, 7, 1000);
    EXPECT_GT(index({source}).games, 100u);
    EXPECT_NE(messages_.find("; run the same command again to continue\n"), std::string::npos)
        << messages_;
  }
  EXPECT_EQ(ask("SELECT state, damaged_at FROM sources"), "loading|\n");
  const std::string before = ids();
  index({source});
  EXPECT_TRUE(ids().starts_with(before)) << "ids stay";
}

TEST_F(DamagedSourceTest, AReadErrorInAChangedSourceLeavesItsOldGames) {
  const std::string old = bench::go_archive(900, 1);
  const auto source = add_source("a.sgf", old);
  index({source});
  const std::string before = ids();
  add_source("a.sgf", bench::go_archive(900, 2));
  {
    const FailingReads faults(source, 9, 1000);
    EXPECT_EQ(index({source}).failed_sources, 1u);
  }
  EXPECT_EQ(ids(), before);
  index({source});
  EXPECT_NE(ids(), before);
  EXPECT_EQ(signature_now(), signature_of({source}, {}));
}

TEST_F(DamagedSourceTest, OnlyAnUnfinishedReplacementGivesTheViewOfGamesACondition) {
  const auto has_condition = [&] {
    return ask("SELECT instr(sql, 'NOT IN') > 0 FROM sqlite_schema WHERE name = 'games'");
  };
  const std::string old = bench::go_archive(900, 1);
  const auto source = add_source("a.sgf", old);
  index({source});
  EXPECT_EQ(has_condition(), "0\n");
  add_source("a.sgf", bench::go_archive(900, 2));
  {
    const FailingReads faults(source, 9, 1000);
    index({source});
  }
  ASSERT_NE(ask("SELECT count(*) FROM game"), "900\n");
  EXPECT_EQ(has_condition(), "1\n");
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "900\n");
  index({source});
  EXPECT_EQ(has_condition(), "0\n");
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "900\n");
}

TEST_F(DamagedSourceTest, ARemovedSourceTakesItsUnfinishedReplacementAlong) {
  const auto source = add_source("a.sgf", "(;SZ[9]PB[Ann];B[ee])\n");
  const auto other = add_source("b.sgf", "(;SZ[9]PB[Bob];B[ee])\n");
  index({source, other});
  add_source("a.sgf", bench::go_archive(900, 2));
  {
    const FailingReads faults(source, 9, 1000);
    index({source});
  }
  ASSERT_EQ(ask("SELECT hidden, replaces FROM source ORDER BY id"), "0|\n0|\n1|1\n");
  Database opened = Database::open_for_writing(database(), 8 << 20);
  const auto first = static_cast<SourceId>(1);
  EXPECT_EQ(remove_sources(opened, std::span(&first, 1)), 1u);
  compact(opened, [](const char*) {});
  EXPECT_EQ(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'games' AND sql LIKE '%NOT IN%'"),
            "0\n");
  EXPECT_EQ(ask("SELECT name FROM source"), other + "\n");
  EXPECT_EQ(ask("SELECT count(*) FROM record"), "1\n");
  EXPECT_EQ(ask("SELECT count(*) FROM text_block"), "1\n");
}

TEST_F(DamagedSourceTest, AnUnchangedDamagedSourceIsKnownAndNoFailureOfLaterRuns) {
  const std::string packed = compress(Codec::gzip, bench::go_archive(200, 5));
  const auto source = add_source("cut.sgf.gz", packed.substr(0, packed.size() / 2));
  EXPECT_EQ(index({source}).failed_sources, 1u);
  const std::string before = content() + ids();
  for (int run = 0; run < 2; ++run) {
    const IndexReport again = index({source});
    EXPECT_EQ(again.failed_sources, 0u);
    EXPECT_EQ(again.known_sources, 0u);
    EXPECT_EQ(again.known_damaged_sources, 1u);
    EXPECT_TRUE(messages_.ends_with(
        "(the gzip data is cut short) and has not changed since; replace it with an intact copy\n"))
        << messages_;
    EXPECT_EQ(content() + ids(), before);
  }
}

TEST_F(DamagedSourceTest, ARepairInTheMiddleIsSeenThoughSizeAndTimeAreTheOldOnes) {
  const std::string sound = compress(Codec::gzip, bench::go_archive(5000, 5));
  ASSERT_GT(sound.size(), 2u << 20) << "the fingerprint covers the first and the last MiB";
  std::string damaged = sound;
  damaged.replace(sound.size() / 2, 16, 16, '\0');
  const auto source = add_source("a.sgf.gz", damaged);
  EXPECT_EQ(index({source}).failed_sources, 1u);
  write_with_old_time(source, sound);
  EXPECT_EQ(index({source}).failed_sources, 0u);
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|5000\n");
  EXPECT_EQ(signature_now(), signature_of({source}, {}));
}

TEST_F(DamagedSourceTest, ATouchedDamagedSourceIsReadAgainAndKeepsItsIds) {
  const Files files{{"a.sgf", bench::go_archive(20, 1)}, {"b.sgf", bench::go_archive(20, 2)}};
  for (const std::string& bytes : {pack(Packer::tar, files), pack(Packer::zip, files)}) {
    const auto source = add_source("cut", bytes.substr(0, bytes.size() * 3 / 4));
    EXPECT_EQ(index({source}).failed_sources, 1u);
    const std::string before = content() + ids();
    write_with_old_time(source, bytes.substr(0, bytes.size() * 3 / 4));
    const IndexReport again = index({source});
    EXPECT_EQ(again.failed_sources, 1u) << "it was found again";
    EXPECT_EQ(again.games, 0u);
    EXPECT_EQ(content() + ids(), before);
    EXPECT_EQ(index({source}).known_damaged_sources, 1u);
    EXPECT_NE(messages_.find("cut!b.sgf: was damaged at byte "), messages_.npos) << messages_;
    fs::remove(database());
  }
}

TEST_F(DamagedSourceTest, GamesRemovedFromADamagedSourceStayOut) {
  const std::string packed = compress(Codec::gzip, bench::go_archive(200, 5));
  const std::string cut = packed.substr(0, packed.size() / 2);
  const auto source = add_source("cut.sgf.gz", cut);
  index({source});
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const GameId some[] = {static_cast<GameId>(3), static_cast<GameId>(7)};
    ASSERT_EQ(remove_games(opened, some), 2u);
  }
  const std::string before = ids();
  write_with_old_time(source, cut);
  index({source});
  EXPECT_EQ(ids(), before);
}

TEST_F(DamagedSourceTest, FoundByAnOlderProgramItIsReadAgainOnce) {
  const std::string packed = compress(Codec::gzip, bench::go_archive(200, 5));
  const auto source = add_source("cut.sgf.gz", packed.substr(0, packed.size() / 2));
  index({source});
  const std::string before = ids();
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec(
          std::string(test::kBackToSchema6) +
          "ALTER TABLE source DROP COLUMN file_modified_ns; ALTER TABLE source DROP COLUMN "
          "file_changed_ns; ALTER TABLE source DROP COLUMN decoder_bytes; ALTER TABLE source DROP "
          "COLUMN max_expansion; ALTER TABLE source DROP COLUMN limited; PRAGMA user_version = 4");
  EXPECT_EQ(index({source}).failed_sources, 1u);
  EXPECT_EQ(index({source}).known_damaged_sources, 1u);
  EXPECT_EQ(ids(), before);
  Database opened = Database::open_for_writing(database(), 1 << 20);
  compact(opened, [](const char*) {});  // repacks the rows of games with ranks
}

TEST_F(DamagedSourceTest, WhatTheMemoryDidNotAllowIsReadWithMore) {
  const auto source = add_source("a.sgf.xz", compress(Codec::xz, bench::go_archive(20, 1), 9));
  options_.memory_bytes = 64 << 20;
  EXPECT_EQ(index({source}).failed_sources, 1u);
  EXPECT_EQ(index({source}).known_damaged_sources, 1u) << "as little memory as before";
  options_.memory_bytes = 1 << 30;
  const IndexReport more = index({source});
  EXPECT_EQ(more.games, 20u) << messages_;
  EXPECT_EQ(more.failed_sources, 0u);
  EXPECT_EQ(index({source}).known_sources, 1u);
  EXPECT_EQ(content(), content_of(source));
}

TEST_F(DamagedSourceTest, WhatTheExpansionDidNotAllowIsReadWithMore) {
  const std::string text = "(;SZ[9];B[ee])\n" + std::string(80 << 20, ' ') + "(;SZ[9];B[cc])\n";
  const auto source = add_source("a.sgf.zst", compress(Codec::zstd, text));
  EXPECT_EQ(index({source}).games, 1u);
  EXPECT_EQ(index({source}).known_damaged_sources, 1u);
  options_.max_expansion = 1e6;
  EXPECT_EQ(index({source}).games, 1u);
  EXPECT_EQ(ask("SELECT id, offset FROM games"), fmt::format("1|0\n2|{}\n", 15 + (80 << 20)));
  EXPECT_EQ(ask("SELECT state, damaged_at FROM sources"), "done|\n");
}

TEST_F(DamagedSourceTest, ACutInASmallMemberThatIsNoGameIsNoticed) {
  std::string picture = "\x89PNG\r\n\x1A\n";
  for (unsigned state = 1; picture.size() < 100'000;) {
    state = state * 1664525U + 1013904223U;
    picture += static_cast<char>(0x80U | state >> 24U);
  }
  const Files files{{"a.sgf", "(;SZ[9];B[ee])"}, {"b.png", picture}, {"c.sgf", "(;SZ[9];B[cc])"}};
  const std::string tar = pack(Packer::tar, files);
  for (const std::string& bytes : {tar, compress(Codec::gzip, tar), compress(Codec::xz, tar),
                                   pack(Packer::stored_zip, files)}) {
    const auto source = add_source("cut", bytes.substr(0, bytes.size() / 2));
    const IndexReport report = index({source, add_source("b.sgf", "(;SZ[9];B[dd])")});
    EXPECT_EQ(report.games, 2u);
    EXPECT_EQ(report.failed_sources, 1u) << messages_;
    EXPECT_NE(messages_.find("cut!b.png:"), std::string::npos) << messages_;
    fs::remove(database());
  }
}

TEST_F(DamagedSourceTest, AfterADamagedArchiveInAnArchiveTheRightMembersAreResumed) {
  const std::string inner = compress(
      Codec::gzip, pack(Packer::tar, {{"x.sgf", bench::go_archive(60, 1)}, {"y.sgf", "(;B[aa])"}}));
  const auto source = add_source("a.tar", pack(Packer::tar, {{"inner.tgz", inner.substr(0, 9000)},
                                                             {"a.sgf", bench::go_archive(300, 2)},
                                                             {"b.sgf", bench::go_archive(300, 3)},
                                                             {"c.sgf", "(;SZ[9];B[ee])"}}));
  index({source});
  const std::string whole = content();
  int resumed = 0;
  for (std::size_t good_reads = 0;; ++good_reads) {
    database_ = fmt::format("disturbed-{}.db", ++fresh_);
    {
      const FailingReads faults(source, good_reads, 1);
      index({source});
      if (!faults.has_failed()) break;
    }
    index({source});
    EXPECT_EQ(content(), whole) << "read " << good_reads;
    ++resumed;
  }
  EXPECT_GT(resumed, 10);
}

TEST_F(DamagedSourceTest, LessMemoryTakesNoGamesAway) {
  std::string zip =
      pack(Packer::stored_zip, {{"a.sgf", bench::go_archive(5, 1)},
                                {"b.sgf.xz", compress(Codec::xz, bench::go_archive(50, 2), 6)}});
  zip[zip.find("(;") + 20] ^= 1;  // a wrong checksum
  const auto source = add_source("a.zip", zip);
  EXPECT_EQ(index({source}).games, 55u);
  const std::string before = ids();
  write_with_old_time(source, zip);
  options_.memory_bytes = 64 << 20;
  EXPECT_EQ(index({source}).failed_sources, 1u);
  EXPECT_EQ(ids(), before);
  EXPECT_EQ(index({source}).known_damaged_sources, 1u);
  options_.memory_bytes = 1 << 30;
  index({source});
  EXPECT_EQ(ids(), before);
}

TEST_F(DamagedSourceTest, MoreMemoryThatIsNotEnoughKeepsTheIds) {
  const auto source = add_source(
      "a.zip", pack(Packer::zip, {{"a.sgf", bench::go_archive(5, 1)},
                                  {"b.sgf.xz", compress(Codec::xz, bench::go_archive(5, 2), 9)}}));
  options_.memory_bytes = 64 << 20;
  EXPECT_EQ(index({source}).games, 5u);
  const std::string before = ids();
  options_.memory_bytes = 128 << 20;
  EXPECT_EQ(index({source}).failed_sources, 1u);
  EXPECT_EQ(ids(), before);
  EXPECT_NE(ask("SELECT damage FROM sources").find("the limit is 8 MiB"), std::string::npos)
      << "what it says is what was found last: " << ask("SELECT damage FROM sources");
  EXPECT_EQ(index({source}).known_damaged_sources, 1u);
}

TEST_F(DamagedSourceTest, ASourceThatIsReadAloneIsAllowedMore) {
  const auto source = add_source("a.sgf.xz", compress(Codec::xz, bench::go_archive(5, 1), 9));
  const auto other = add_source("b.sgf", "(;SZ[9];B[ee])" + std::string(5 << 20, ' '));
  options_.threads = 2;
  options_.memory_bytes = 512 << 20;
  EXPECT_EQ(index({other, source}).failed_sources, 1u);
  EXPECT_EQ(index({other, source}).failed_sources, 0u) << "the other one is known";
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "6\n");
}

TEST_F(DamagedSourceTest, ARecordOverTheLimitThatIsCutAgainAndAgainLeavesNothingBehind) {
  options_.memory_bytes = 64 << 20;
  const auto source = add_source("a.sgf", "junk(;FF[4]C[" + std::string(20 << 20, 'x') + "])");
  for (int run = 0; run < 3; ++run) {
    const FailingReads faults(source, 40, 1);
    index({source});
    ASSERT_TRUE(faults.has_failed());
  }
  EXPECT_LE(ask("SELECT coalesce(sum(size), 0) FROM text_block").size(), 8u) << "under 10 MB";
  EXPECT_EQ(index({source}).rejects, 1u);
  EXPECT_EQ(ask("SELECT junk_bytes, stream_bytes = bytes FROM sources"), "4|1\n");
}

TEST_F(DamagedSourceTest, AFileMovedAfterAReadErrorIsKnownThere) {
  const auto source = add_source("x/a.sgf", bench::go_archive(900, 1));
  {
    const FailingReads faults(source, 7, 1);
    index({source});
  }
  fs::rename(source, folder_.path("x/b.sgf"));
  EXPECT_GT(index({folder_.path("x")}).games, 0u);
  EXPECT_EQ(ask("SELECT source, state, games FROM sources"),
            folder_.path("x/b.sgf") + "|done|900\n");
}

TEST_F(DamagedSourceTest, VariationsAreAddedWhereALimitIsRaised) {
  const std::string tree = "(;SZ[9];B[ee](;W[cc])(;W[gg]))\n";
  const auto source =
      add_source("a.sgf.zst", compress(Codec::zstd, tree + std::string(80 << 20, ' ') + tree));
  EXPECT_EQ(index({source}).games, 1u);
  options_.max_expansion = 1e6;
  options_.variations = true;
  index({source});
  EXPECT_EQ(ask("SELECT positions FROM games"), "4\n4\n");
}

TEST_F(DamagedSourceTest, AnInterruptedReplacementGoesOnWithItsVariations) {
  const std::string tree = "(;SZ[9];B[ee](;W[cc])(;W[gg]))\n";
  const std::string text = tree + bench::go_archive(900, 1);
  const std::string packed = compress(Codec::gzip, text);
  const std::string cut = packed.substr(0, packed.size() - 9);
  const auto source = add_source("a.sgf.gz", cut);
  options_.variations = true;
  index({source});
  options_.variations = false;
  write_with_old_time(source, cut);
  {
    const FailingReads faults(source, 4, 1);
    index({source});
    ASSERT_TRUE(faults.has_failed());
  }
  const std::string half_read = ask("SELECT max(id) FROM source");
  index({source});
  EXPECT_EQ(ask("SELECT next - 1 FROM counter WHERE name = 'source'"), half_read);
  EXPECT_EQ(ask("SELECT positions FROM games LIMIT 1"), "4\n");
}

TEST_F(DamagedSourceTest, ARaisedLimitThatIsStillTooLowAddsNothingTwice) {
  const std::string text = bench::go_archive(20, 1);
  const auto source = add_source(
      "a.sgf.xz", compress(Codec::xz, text, 6) + compress(Codec::xz, bench::go_archive(5, 2), 9));
  for (const std::uint64_t mebibytes : {64, 80, 96}) {
    options_.memory_bytes = mebibytes << 20;
    EXPECT_EQ(index({source}).failed_sources, 1u);
    EXPECT_EQ(ask("SELECT games FROM sources"), "20\n");
  }
  options_.memory_bytes = 1 << 30;
  EXPECT_EQ(index({source}).games, 5u) << messages_;
  EXPECT_EQ(ask("SELECT state, games FROM sources"), "done|25\n");
  EXPECT_EQ(content(), content_of(source));
}

TEST_F(DamagedSourceTest, ALimitRaisedAndAnotherLoweredIsNoReasonToReadAgain) {
  const std::string text = "(;SZ[9];B[ee])\n" + std::string(80 << 20, ' ') + "(;SZ[9];B[cc])\n";
  const auto source = add_source("a.sgf.zst", compress(Codec::zstd, text));
  options_.memory_bytes = 256 << 20;
  index({source});
  options_.memory_bytes = 64 << 20;
  options_.max_expansion = 1e6;
  EXPECT_EQ(index({source}).known_damaged_sources, 1u);
}

TEST_F(DamagedSourceTest, AnArchiveIsResumedWithTheLimitsThatItWasBegunWith) {
  const std::string inner =
      compress(Codec::xz, pack(Packer::tar, {{"x.sgf", "(;B[aa])"}, {"y.sgf", "(;B[bb])"}}), 7);
  const auto source = add_source("a.tar", pack(Packer::tar, {{"in.tar.xz", inner},
                                                             {"a.sgf", bench::go_archive(300, 2)},
                                                             {"b.sgf", bench::go_archive(300, 3)},
                                                             {"c.sgf", "(;SZ[9];B[ee])"}}));
  const std::string whole = content_of(source);
  int resumed = 0;
  for (std::size_t good_reads = 4;; ++good_reads) {
    database_ = fmt::format("disturbed-{}.db", ++fresh_);
    options_.memory_bytes = 1 << 30;
    {
      const FailingReads faults(source, good_reads, 1);
      index({source});
      if (!faults.has_failed()) break;
    }
    if (ask("SELECT coalesce(max(resume_member), 0) > 1 FROM source") != "1\n") continue;
    options_.memory_bytes = 64 << 20;
    index({source});
    EXPECT_EQ(content(), whole) << "read " << good_reads;
    ++resumed;
  }
  EXPECT_GT(resumed, 3);
}

TEST_F(DamagedSourceTest, AGrownFileThatIsDamagedFurtherUpKeepsItsLastGame) {
  const std::string start = "(;SZ[9]PB[one];B[aa])\n(;SZ[9]PB[two];B[aa]";
  const std::string packed = compress(Codec::zstd, start);
  const auto source = add_source("a.sgf.zst", packed.substr(0, packed.size() - 1));
  index({source});
  ASSERT_EQ(ask("SELECT black, flags FROM games"), "one|\ntwo|unclosed\n");
  // The file grows at its end, and its beginning is read as something else.
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    opened.sql().exec("UPDATE source SET resume_offset = 1000000");
  }
  add_source("a.sgf.zst", packed + packed);
  index({source});
  EXPECT_EQ(ask("SELECT black FROM games"), "one\ntwo\n") << messages_;
}

TEST_F(IndexerTest, AnUnclosedGameThatWasRemovedLeavesItsNeighborsWhenTheFileGrows) {
  const std::string start = "(;SZ[9]PB[one];B[aa])\n(;SZ[9]PB[two];B[aa]";
  const auto source = add_source("a.sgf", start);
  index({source});
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const GameId two[] = {static_cast<GameId>(2)};
    ASSERT_EQ(remove_games(opened, two), 1u);
  }
  add_source("a.sgf", start + ";W[bb])\n(;SZ[9]PB[three];B[aa])\n");
  index({source});
  EXPECT_EQ(ask("SELECT black FROM games"), "one\ntwo\nthree\n");
  EXPECT_EQ(ask("SELECT records, games, removed, record_bytes + junk_bytes - bytes FROM sources"),
            "3|3|0|0\n");
}

}  // namespace
}  // namespace ludex::test
