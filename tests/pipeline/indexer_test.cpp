#include "pipeline/indexer_fixture.hpp"

#include "ludex/error.hpp"
#include "pipeline/segment_keeper.hpp"
#include "query/filter/filters.hpp"
#include "query/filter/game_query.hpp"
#include "query/rows/game_rows.hpp"
#include "store/facts.hpp"
#include "store/record_texts.hpp"
#include "store/removal.hpp"
#include "support/packing.hpp"
#include "support/stored_rows.hpp"

#include "generator/go_archive.hpp"
#include "store/sql/sqlite_file.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace ludex {
namespace {

using test::IndexerTest;

TEST_F(IndexerTest, StoresWhatARecordSays) {
  index({add_source(
      "a.sgf",
      "(;GM[1]FF[4]SZ[9]PB[Cho]PW[Kato]EV[Meijin]DT[1981-09-01]RE[B+3.5]KM[5.5];B[ee];W[cc])")});
  EXPECT_EQ(ask("SELECT game, kind, size, black, white, event, date_from, result, komi, moves, "
                "positions FROM games"),
            "go|game|9|Cho|Kato|Meijin|1981-09-01|B+3.5|5.5|2|3\n");
}

TEST_F(IndexerTest, ABadRecordDoesNotStopTheOthers) {
  const auto report = index({add_source(
      "mixed.sgf", "(;SZ[9];B[ee]) () (;SZ[9];B[cc])\n(;FF[4]SZ[9];B[dd]\n(;FF[4]SZ[9];B[aa])")});
  EXPECT_EQ(report.games, 4u);
  EXPECT_EQ(report.unclosed, 1u);
  EXPECT_EQ(ask("SELECT flags FROM games"), "\n\nunclosed\n\n");
}

TEST_F(IndexerTest, ARecordOverTheLimitIsKeptAsARejectAndComesBackWhole) {
  const std::string huge = "(;FF[4]C[" + std::string(20 * 1024 * 1024, 'x') + "])";
  const auto report = index({add_source("huge.sgf", "(;SZ[9];B[ee])" + huge + "(;SZ[9];B[cc])")});
  EXPECT_EQ(report.games, 2u);
  EXPECT_EQ(ask("SELECT kind, offset, length FROM rejects"),
            fmt::format("record_too_large|14|{}\n", huge.size()));
  Database opened = Database::open_for_reading(database());
  const auto id = opened.sql().first_integer("SELECT record_id FROM rejects");
  EXPECT_TRUE(RecordTexts(opened.sql()).text(static_cast<RecordId>(id)) == huge);
}

TEST_F(IndexerTest, ARecordOverTheLimitKeepsItsFormat) {
  const std::string huge = "V2.2\nPI\n+\n'" + std::string(20 * 1024 * 1024, 'x') + "\n+7776FU\n";
  index({add_source("huge.csa", huge)});
  EXPECT_EQ(ask("SELECT format FROM record WHERE reject_kind IS NOT NULL"),
            fmt::format("{}\n", static_cast<int>(Format::csa)));
}

TEST_F(IndexerTest, LittleMemoryParsesShorterRecordsAndSaysSo) {
  const std::string large = "(;FF[4]C[" + std::string(5 * 1024 * 1024, 'x') + "])";
  const auto source = add_source("large.sgf", large);
  options_.memory_bytes = 64 << 20;
  EXPECT_EQ(index({source}).rejects, 1U);
  EXPECT_EQ(ask("SELECT kind, message FROM rejects"),
            fmt::format("record_too_large|{} bytes long; stored, but not parsed (over 4 MiB; index "
                        "--memory raises the limit)\n",
                        large.size()));
  database_ = "more.db";
  options_.memory_bytes = 256 << 20;
  EXPECT_EQ(index({source}).rejects, 0U);
}

TEST_F(IndexerTest, ProblemsBeyondAHundredAreCounted) {
  index({add_source("stray.sgf", "(;GM[1]" + std::string(250, '*') + ")")});
  EXPECT_EQ(ask("SELECT kind, count(*), max(message) FROM problems GROUP BY kind ORDER BY kind"),
            "more_problems|1|150 more are not listed\nstray_text|100|\n");
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramGetsTheNamesOfNewProblems) {
  index({add_source("a.sgf", "(;B[aa])")});
  {
    Database opened = Database::open_for_writing(database(), 1 << 20);
    opened.sql().exec("DELETE FROM problem_kind WHERE name = 'stray_text'");
  }
  index({add_source("b.sgf", "(;*)")});
  EXPECT_EQ(ask("SELECT kind FROM problems"), "stray_text\n");
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramGetsRowsOfItsGames) {
  const std::string archive = bench::go_archive(70, 4);
  const auto source = add_source("a.sgf", archive);
  index({source});
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec(
          std::string(test::kBackToSchema6) +
          "DROP TABLE row_block; ALTER TABLE source DROP COLUMN file_modified_ns; ALTER TABLE "
          "source DROP COLUMN file_changed_ns; ALTER TABLE source DROP COLUMN decoder_bytes; ALTER "
          "TABLE source DROP COLUMN max_expansion; ALTER TABLE source DROP COLUMN limited; PRAGMA "
          "user_version = 3");
  EXPECT_THROW((void)Database::open_for_reading(database()), DatabaseError);
  add_source("a.sgf", archive + "(;SZ[9]PB[Late];B[ee])");
  EXPECT_EQ(index({source}).games, 1u);
  EXPECT_EQ(ask("SELECT count(*) FROM row_block"), "1\n");
  Database opened = Database::open_for_writing(database(), 1 << 20);
  compact(opened, [](const char*) {});
  EXPECT_EQ(ask("SELECT count(*) FROM row_block"), "3\n");
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramKeepsItsPhrases) {
  index({add_source("a.sgf", "(;GN[Final]RU[AGA];B[aa])")});
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec(
          "CREATE TEMP TABLE kept AS SELECT * FROM phrase; DROP TABLE main.phrase; CREATE TABLE "
          "phrase (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, written TEXT NOT NULL, folded "
          "TEXT NOT NULL, UNIQUE (kind, written)) STRICT; INSERT INTO phrase SELECT * FROM kept; "
          "PRAGMA user_version = 17");
  index({add_source("b.sgf", "(;GN[Final]RU[AGA];B[bb])")});
  EXPECT_EQ(ask("SELECT game_name, rules FROM games"), "Final|AGA\nFinal|AGA\n");
  EXPECT_EQ(ask("SELECT count(*) FROM phrase WHERE written = 'AGA'"), "1\n");
  EXPECT_EQ(ask("SELECT name FROM sqlite_schema WHERE tbl_name = 'phrase' ORDER BY 1"),
            "phrase\nphrase_by_text\n");
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramForgetsLastDaysThatNobodyKnows) {
  const auto source = add_source(
      "golem.txt",
      "(;EV[hex.mc.2016.jun.1.2]SZ[5]SO[http://www.littlegolem.com];W[bb])\n(;DT[2016-06];B[cc])");
  index({source});
  {
    SqliteFile old(database().string(), SqliteFile::Mode::write);
    old.exec(test::kBackToSchema6);
    old.exec("UPDATE game SET date_to = 20160630, date_precision = 2; PRAGMA user_version = 5");
    FactWriter(old, 3).update(Fact::date_to, GameId{1}, GameId{2},
                              [](GameId, std::int64_t) { return 20160630; });
  }
  Database opened = Database::open_for_writing(database(), 1 << 20);
  EXPECT_EQ(ask("SELECT date_from, date_to, date_precision FROM games"),
            "2016-06-01||since\n2016-06-01|2016-06-30|month\n");
  GameFilters filters;
  filters.dates = {parse_days("--date", "2016-06")};
  filters.dates_exact = true;
  EXPECT_EQ(find_games(opened, filters).games.members(), (std::vector<std::int64_t>{2}));
  compact(opened, [](const char*) {});  // its rows are packed anew
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramForgetsTimesThatWereTakenForMinutes) {
  index({add_source("a.sgf", "(;TM[8];B[aa])\n(;FF[4]TM[600];B[aa])")});
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec(std::string(test::kBackToSchema6) +
            "UPDATE game SET time_limit_seconds = 480 WHERE id = 1;"
            "INSERT INTO problem (game_id, ordinal, kind) VALUES (1, 9, 110);"
            "PRAGMA user_version = 5");
  Database opened = Database::open_for_writing(database(), 1 << 20);
  EXPECT_EQ(ask("SELECT time_limit, time_limit_seconds FROM games"), "8|\n600|600.0\n");
  EXPECT_EQ(ask("SELECT count(*) FROM problems"), "0\n");
  compact(opened, [](const char*) {});  // its rows are packed anew
}

TEST_F(IndexerTest, ADatabaseOfAnOlderProgramGetsTheOrderOfRanks) {
  index({add_source("a.sgf", "(;BR[9p]WR[3k];B[aa])(;WR[五段];B[aa])(;BR[strong];B[aa])")});
  const std::string ranks = "SELECT black_rank_order, white_rank_order FROM games ORDER BY id";
  const std::string before = ask(ranks);
  EXPECT_EQ(before, "109|-3\n|5\n|\n");
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec(std::string(test::kBackToSchema6) + "PRAGMA user_version = 6");
  Database opened = Database::open_for_writing(database(), 1 << 20);
  EXPECT_EQ(ask(ranks), before);
  GameRows rows(opened, {"black_rank_order", "white_rank_order"});
  std::vector<Value> row;
  ASSERT_TRUE(rows.read(GameId{1}, row));
  EXPECT_EQ(row, (std::vector<Value>{std::int64_t{109}, std::int64_t{-3}}));
  compact(opened, [](const char*) {});
  test::expect_blocks_of_the_tables(opened);
}

TEST_F(IndexerTest, LongRecordsKeepTheirPlaceAmongShortOnes) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text +=
        fmt::format("(;SZ[9]PB[{}]C[{}];B[ee])\n", i, std::string(i % 3 == 1 ? 3 << 20 : 9, 'x'));
  }
  options_.threads = 4;
  index({add_source("mixed.sgf", text)});
  std::string expected;
  for (int i = 0; i < 30; ++i) expected += fmt::format("{}\n", i);
  EXPECT_EQ(ask("SELECT black FROM games ORDER BY id"), expected);
}

TEST_F(IndexerTest, KnownSourcesAddNothing) {
  const auto source = add_source("a.sgf", bench::go_archive(50, 1));
  index({source});
  const auto before = signature_now();
  const auto again = index({source});
  EXPECT_EQ(again.known_sources, 1u);
  EXPECT_EQ(again.games, 0u);
  EXPECT_EQ(signature_now(), before);
}

TEST_F(IndexerTest, AFileLeftAloneIsKnownWithoutALookInside) {
  const std::string text = "(;SZ[9]PB[Ann];B[ee])\n", other = "(;SZ[9]PB[Bob];B[ee])\n";
  const auto source = add_source("a.sgf", text);
  index({source});
  const std::string times = "SELECT file_changed_ns IS NULL FROM source";
  EXPECT_EQ(ask(times), "1\n") << "a change within the same tick would leave them";
  std::this_thread::sleep_for(std::chrono::milliseconds(2100));
  std::filesystem::remove(database());
  index({source});
  EXPECT_EQ(ask(times), "0\n");
  SqliteFile(database().string(), SqliteFile::Mode::write)
      .exec("UPDATE source SET fingerprint = 'nobody looks at it'");
  EXPECT_EQ(index({source}).known_sources, 1u);
  const auto modified = std::filesystem::last_write_time(source);
  add_source("a.sgf", other);
  std::filesystem::last_write_time(source, modified);
  EXPECT_EQ(index({source}).games, 1u) << "same size, same time of the last write";
  EXPECT_EQ(ask("SELECT black FROM games"), "Bob\n");
}

TEST_F(IndexerTest, ASourceNamedTwiceIsReadOnce) {
  const std::string game = "(;SZ[9];B[ee])\n";
  const auto source = add_source("sub/a.sgf", game);
  const auto folder = folder_.path("sub");
  EXPECT_EQ(index({source, folder, folder + "/../sub/a.sgf"}).games, 1u);
  add_source("sub/a.sgf", game + game);
  EXPECT_EQ(index({source, source}).games, 1u);
  add_source("sub/a.sgf", "(;SZ[9];B[cc])\n" + game);
  index({folder, source});
  EXPECT_EQ(ask("SELECT games FROM sources"), "2\n");
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "2\n");
}

TEST_F(IndexerTest, ADatabaseAmongTheSourcesIsNoSource) {
  add_source("a.sgf", "(;SZ[9]PB[x]C[blah];B[aa])");
  const auto folder = folder_.path("");
  EXPECT_EQ(index({folder}).games, 1u);
  EXPECT_EQ(index({folder}).games, 0u);
  database_ = "other.db";
  EXPECT_EQ(index({folder}).games, 1u);
  EXPECT_EQ(index({folder_.path("games.db")}).failed_sources, 1u);
}

TEST_F(IndexerTest, AMovedFileIsKnown) {
  const auto source = add_source("a.sgf", bench::go_archive(5, 1));
  index({source});
  const auto moved = folder_.path("b.sgf");
  std::filesystem::rename(source, moved);
  EXPECT_EQ(index({moved}).known_sources, 1u);
  EXPECT_EQ(ask("SELECT source, games FROM sources"), moved + "|5\n");
}

TEST_F(IndexerTest, AGrownFileGoesOnWhereItEndedAndIdsStay) {
  const std::string archive = bench::go_archive(60, 1);
  const std::size_t cut = archive.find("\n(;", archive.size() / 2) + 1;
  const auto source = add_source("a.sgf", archive.substr(0, cut) + "\n\n");
  index({source});
  const auto first_half = ask("SELECT id, record_hash FROM games");
  add_source("a.sgf", archive.substr(0, cut) + "\n\n" + archive.substr(cut));
  index({source});
  EXPECT_EQ(ask("SELECT count(*) FROM sources"), "1\n");
  EXPECT_TRUE(ask("SELECT id, record_hash FROM games").starts_with(first_half));
  const auto grown = signature_now();
  EXPECT_EQ(grown, signature_of({source}, {}));
}

TEST_F(IndexerTest, AFileThatGrowsInTheMiddleOfARecordKeepsTheIdsBeforeIt) {
  const std::string first = "(;SZ[9]PB[A];B[ee])\n(;SZ[9]PB[B];B[aa];W[b";
  const auto source = add_source("a.sgf", first);
  EXPECT_EQ(index({source}).unclosed, 1u);
  index({add_source("b.sgf", "(;SZ[9]PB[X])\n")});
  add_source("a.sgf", first + "b];B[cc])\n(;SZ[9]PB[C])\n");
  EXPECT_EQ(index({source}).unclosed, 0u);
  EXPECT_EQ(ask("SELECT id, black, moves FROM games"), "1|A|1\n3|X|0\n4|B|3\n5|C|0\n");
  EXPECT_EQ(ask("SELECT records, games, record_bytes + junk_bytes - bytes FROM sources"),
            "3|3|0\n1|1|0\n");
  signature_now();
}

TEST_F(IndexerTest, AFileThatGrowsInARecordOverTheLimitHasThatRecordWhole) {
  options_.memory_bytes = 64 << 20;  // so that records of 4 MiB are over the limit
  const std::string moves = "V2.2\nN+A\nPI\n+\n+7776FU\n";
  const std::string begun = moves + "'" + std::string(5 << 20, 'x') + "\n";
  for (const std::string& rest : {"-3334FU\n%TORYO\n/\n" + moves, "/\n" + moves}) {
    const auto source = add_source("a.csa", begun);
    database_ = fmt::format("grown-{}.db", rest.size());
    index({source});
    add_source("a.csa", begun + rest);
    index({source});
    EXPECT_EQ(ask("SELECT rejects, games, record_bytes + junk_bytes - bytes FROM sources"),
              "1|1|0\n");
    const auto grown = signature_now();
    IndexOptions same;
    same.memory_bytes = options_.memory_bytes;
    EXPECT_EQ(signature_of({source}, same), grown) << rest;
  }
}

TEST_F(IndexerTest, AChangedFileReplacesItsOldGames) {
  const auto source = add_source("a.sgf", "(;SZ[9]PB[Old];B[ee])(;SZ[9]PB[Older];B[ee])");
  index({source});
  add_source("a.sgf", "(;SZ[9]PB[New];B[cc])");
  index({source});
  EXPECT_EQ(ask("SELECT black FROM games"), "New\n");
  EXPECT_EQ(ask("SELECT games, records FROM sources"), "1|1\n");
  EXPECT_GT(ask("SELECT id FROM games"), "2");
}

TEST_F(IndexerTest, VariationsCanBeAddedLater) {
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee](;W[cc];B[dd])(;W[gg])(;W[aa];B[bb]))");
  EXPECT_EQ(index({source}).branches_left_out, 2u);
  EXPECT_EQ(ask("SELECT positions, flags FROM games"), "4|variations\n");
  options_.variations = true;
  const IndexReport added = index({source});
  EXPECT_EQ(added.positions, 3u);
  EXPECT_EQ(added.extended_games, 1u);
  EXPECT_EQ(ask("SELECT positions, flags FROM games"), "7|variations variations-indexed\n");
  const auto later = signature_now();
  IndexOptions at_once;
  at_once.variations = true;
  EXPECT_EQ(signature_of({source}, at_once), later);
}

TEST_F(IndexerTest, VariationsStayIndexedWhereAFileGrows) {
  const std::string tree = "(;SZ[9];B[ee](;W[cc])(;W[gg]))\n";
  const auto source = add_source("a.sgf", tree);
  options_.variations = true;
  index({source});
  options_.variations = false;
  add_source("a.sgf", tree + tree);
  index({source});
  EXPECT_EQ(ask("SELECT id, positions FROM games"), "1|4\n2|4\n");
}

TEST_F(IndexerTest, TheContentDoesNotDependOnThreadsMemoryOrPacking) {
  const std::string archive = bench::go_archive(400, 7);
  const auto plain = add_source("a.sgf", archive);
  const auto one = signature_of(
      {plain}, {.sources = {}, .stdin_name = {}, .format = {}, .charset = {}, .threads = 1});
  for (const auto codec : test::kCodecs) {
    const auto packed =
        add_source(fmt::format("a.sgf.{}", name_of(codec)), compress(codec, archive));
    IndexOptions options;
    options.threads = 4;
    options.memory_bytes = 64 << 20;
    EXPECT_EQ(signature_of({packed}, options), one) << name_of(codec);
  }
}

TEST_F(IndexerTest, ABigPlainFileHasTheContentOfAStream) {
  const std::string archive = bench::go_archive(5000, 7) + "not a game\n(;GM[1]C[not closed\n" +
                              bench::go_archive(1000, 8) + "(;GM[1];B[aa]";
  ASSERT_GT(archive.size(), std::size_t{8} << 20) << "three parts of 2 MiB and more";
  const auto packed = add_source("a.sgf.gz", compress(test::Codec::gzip, archive));
  const auto as_stream = signature_of({packed}, {});
  const auto plain = add_source("a.sgf", archive);
  for (const int threads : {1, 4}) {
    for (const std::uint64_t memory : {64ULL << 20, 1ULL << 30}) {
      IndexOptions options;
      options.threads = threads;
      options.memory_bytes = memory;
      EXPECT_EQ(signature_of({plain}, options), as_stream) << threads << ", " << memory;
    }
  }
}

TEST_F(IndexerTest, AStoppedRunGoesOnToTheSameContent) {
  const auto source = add_source("a.sgf", bench::go_archive(3000, 3));
  const auto whole = signature_of({source}, {});
  database_ = "games.db";
  int calls = 0;
  progress_ = [&](const IndexProgress& progress) {
    if (++calls > 1 && progress.games > 0) stop_ = true;
  };
  EXPECT_TRUE(index({source}).interrupted);
  stop_ = false;
  progress_ = nullptr;
  EXPECT_FALSE(index({source}).interrupted);
  EXPECT_EQ(signature_now(), whole);
}

TEST_F(IndexerTest, AStoppedRunLooksAtNoMoreSources) {
  const auto source = add_source("a.sgf", "(;B[aa])");
  index({source});
  stop_ = true;
  const auto report = index({source});
  EXPECT_TRUE(report.interrupted);
  EXPECT_EQ(report.known_sources, 0u);
}

TEST_F(IndexerTest, ACutStreamKeepsWhatCameBefore) {
  const std::string packed = compress(test::Codec::gzip, bench::go_archive(200, 5));
  const auto source = add_source("cut.sgf.gz", packed.substr(0, packed.size() / 2));
  const auto report = index({source});
  EXPECT_EQ(report.failed_sources, 1u);
  EXPECT_GT(report.games, 20u);
  EXPECT_NE(messages_.find("; everything before it is kept\n"), std::string::npos) << messages_;
  EXPECT_EQ(ask("SELECT state FROM sources"), "damaged\n");
}

TEST_F(IndexerTest, AFileOfAnotherKindIsAnErrorByNameAndSkippedInAFolder) {
  add_source("notes/readme.txt", "nothing (to) see here");
  add_source("notes/a.sgf", "(;SZ[9];B[ee])");
  const auto by_name = index({folder_.path("notes/readme.txt")});
  EXPECT_EQ(by_name.failed_sources, 1u);
  EXPECT_EQ(messages_, folder_.path("notes/readme.txt") +
                           ": no SGF, CSA, CGP, GCG, KIF, KI2, GIB, NGF, UGF, WTHOR, JKF, USI or "
                           "PSN record found (PGN and others are not read); if it holds records, "
                           "name their format with --format\n");
  const auto in_folder = index({folder_.path("notes")});
  EXPECT_EQ(in_folder.failed_sources, 0u);
  EXPECT_EQ(in_folder.skipped_files, 1u);
  EXPECT_EQ(in_folder.games, 1u);
}

TEST_F(IndexerTest, GivesUpAfterTooManyRejects) {
  options_.max_rejects = 1;
  const std::string huge = "(;C[" + std::string(17 << 20, 'x') + "])";
  EXPECT_THROW(index({add_source("bad.sgf", huge + huge)}), Error);
  EXPECT_EQ(ask("SELECT count(*) FROM rejects"), "2\n");  // so that they can be looked at
}

TEST_F(IndexerTest, RemovedGamesAreGoneAndCompactingKeepsTheRest) {
  index({add_source("a.sgf", bench::go_archive(100, 1)),
         add_source("b.sgf", bench::go_archive(100, 2))});
  const std::string gone = ask("SELECT sum(positions) FROM games WHERE id IN (3, 50) OR id > 100");
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const GameId some[] = {static_cast<GameId>(3), static_cast<GameId>(50)};
    EXPECT_EQ(remove_games(opened, some), 2u);
    const auto second = static_cast<SourceId>(2);
    EXPECT_EQ(remove_sources(opened, std::span(&second, 1)), 100u);
  }
  EXPECT_EQ(ask("SELECT count(*), max(id) FROM games"), "98|100\n");
  const auto before = signature_now();
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const CompactReport report = compact(opened, [](const char*) {});
    EXPECT_EQ(std::to_string(report.postings_dropped) + '\n', gone);
    EXPECT_GT(report.text_bytes_dropped, 30'000u);
    EXPECT_LT(report.bytes_after, report.bytes_before);
    EXPECT_EQ(compact(opened, [](const char*) {}).postings_dropped, 0u) << "nothing left to drop";
  }
  EXPECT_EQ(signature_now(), before);
}

TEST_F(IndexerTest, ARecordIsRemovedWithTheLastOfItsGames) {
  std::string records;
  for (int i = 0; i < 40; ++i) records += "(;FF[4]SZ[9](;PB[a]PW[b];B[aa])(;PB[c]PW[d];B[bb]))\n";
  index({add_source("a.sgf", records)});
  ASSERT_EQ(ask("SELECT count(*), count(DISTINCT record_id) FROM games"), "80|40\n");
  Database opened = Database::open_for_writing(database(), 8 << 20);
  const auto remove = [&](std::initializer_list<std::int64_t> ids) {
    std::vector<GameId> games;
    for (const std::int64_t id : ids) games.push_back(static_cast<GameId>(id));
    EXPECT_EQ(remove_games(opened, games), games.size());
    return ask("SELECT group_concat(id) FROM record WHERE id < 6 OR id > 38");
  };
  EXPECT_EQ(remove({1, 4, 80}), "1,2,3,4,5,39,40\n");
  EXPECT_EQ(remove({3, 5, 6}), "1,4,5,39,40\n") << "record 2 at last, 3 at once";
  EXPECT_EQ(remove({2, 79}), "4,5,39\n");
}

TEST_F(IndexerTest, RemovedSourcesTakeAllTheirRowsAlongAndNoOthers) {
  std::vector<std::string> sources;
  for (int i = 0; i < 6; ++i) {  // a game and a reject in each
    sources.push_back(add_source(fmt::format("{}.cgp", i),
                                 fmt::format("3/1A1/3 AB/ 0/{} 0\n3/2/3 AB/ 0/0 0\n", i)));
  }
  index(sources);
  ASSERT_EQ(ask("SELECT count(*) FROM rejects"), "6\n");
  {
    Database opened = Database::open_for_writing(database(), 8 << 20);
    const SourceId some[] = {static_cast<SourceId>(5), static_cast<SourceId>(2)};
    EXPECT_EQ(remove_sources(opened, some), 2u);
  }
  EXPECT_EQ(ask("SELECT group_concat(id) FROM sources"), "1,3,4,6\n");
  EXPECT_EQ(ask("SELECT count(*) FROM games"), "4\n");
  EXPECT_EQ(ask("SELECT count(*) FROM rejects"), "4\n");
  EXPECT_EQ(ask("SELECT count(*), count(DISTINCT member_id) FROM record"), "8|4\n");
  EXPECT_EQ(ask("SELECT count(*) FROM member"), "4\n");
  const std::string after = signature_now();
  database_ = "others.db";
  index({sources[0], sources[2], sources[3], sources[5]});
  EXPECT_EQ(signature_now(), after);
}

TEST_F(IndexerTest, ASecondWriterIsRefused) {
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee])");
  index({source});
  const Database writer = Database::open_for_writing(database(), 1 << 20);
  try {
    index({source});
    FAIL() << "two writers";
  } catch (const DatabaseError& error) {
    EXPECT_EQ(error.what(), database().string() +
                                ": another ludex is writing to it; --wait SECONDS waits "
                                "until it is done");
  }
}

TEST_F(IndexerTest, ForeignFilesAreRefusedAndUntouched) {
  add_source("games.db", "just a text file");
  const auto source = add_source("a.sgf", "(;SZ[9];B[ee])");
  EXPECT_THROW(index({source}), DatabaseError);
  EXPECT_EQ(std::filesystem::file_size(database()), 16u);
  database_ = "other.db";
  {
    SqliteFile other(database().string(), SqliteFile::Mode::create);
    other.exec("CREATE TABLE theirs (x)");
  }
  EXPECT_THROW(index({source}), DatabaseError);
  database_ = "none.db";
}

TEST_F(IndexerTest, ASourceIsKnownUnderEverySpellingOfItsPath) {
  add_source("d/a.sgf", bench::go_archive(5, 1));
  index({folder_.path("d/a.sgf")});
  for (const char* spelling : {"d/../d/a.sgf", "d//a.sgf", "./d/a.sgf"}) {
    EXPECT_EQ(index({folder_.path() + "/" + spelling}).known_sources, 1u) << spelling;
  }
  EXPECT_EQ(ask("SELECT count(*) FROM sources"), "1\n");
}

TEST_F(IndexerTest, AMissingSourceDoesNotStopTheOthers) {
  const auto good = add_source("a.sgf", "(;SZ[9];B[ee])");
  const auto report = index({folder_.path("nothing.sgf"), good});
  EXPECT_EQ(report.games, 1u);
  EXPECT_EQ(report.failed_sources, 1u);
}

TEST_F(IndexerTest, WhatIsWrongWithTheTextIsAProblemOfTheGame) {
  index({add_source("a.sgf", "(;SZ[9]PB[one]PB[two];B[ee])")});
  EXPECT_EQ(ask("SELECT kind FROM problems"), "duplicate_property\n");
}

TEST_F(IndexerTest, AMistypedSourceMakesNoDatabase) {
  EXPECT_THROW(index({folder_.path("nothing.sgf")}), SourceError);
  EXPECT_FALSE(std::filesystem::exists(database()));
}

TEST_F(IndexerTest, TheEndOfAGameIsItsResultOrDisputesIt) {
  const std::string connected = "SZ[2];B[b1];W[a1];B[a2])";
  index({add_source("hex.sgf", "(;GM[11]" + connected + "(;GM[11]RE[W+]" + connected +
                                   "(;GM[11]RE[B+R]" + connected + "(;GM[11]RE[?]" + connected +
                                   "(;GM[11]SZ[5];B[a1];W[forfeit])(;GM[11]SZ[5];B[a1])")});
  EXPECT_EQ(ask("SELECT result, win_by, result_from, result_disputed FROM games"),
            "B+|connection|replay|\n"
            "W+||written|1\n"
            "B+R|resign|written|\n"
            "?||written|\n"
            "B+F|forfeit|end-mark|\n"
            "|||\n");
}

TEST_F(IndexerTest, AfterASwapOfSidesTheSeatsHaveTheOtherColor) {
  index({add_source("hex.sgf",
                    "(;GM[11]SZ[5]PB[Ann]PW[Ben];B[a2];W[swap-sides];W[c3];B[d2];W[resign])"
                    "(;GM[11]SZ[5]PB[Cay]PW[Dan];B[a2];W[swap-pieces];B[c3];W[resign])")});
  EXPECT_EQ(ask("SELECT name, color, outcome FROM game_players ORDER BY game_id, seat"),
            "Ann|W|loss\nBen|B|win\nCay|B|win\nDan|W|loss\n");
  EXPECT_EQ(ask("SELECT swap FROM games"), "sides\npieces\n");
}

}  // namespace
}  // namespace ludex
