#include "ludex/archive.hpp"

#include "generator/go_archive.hpp"
#include "support/places.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <ranges>
#include <stop_token>
#include <thread>

namespace ludex {
namespace {

using Clock = std::chrono::steady_clock;

static_assert(std::ranges::input_range<const GameRange>);

/// An archive of the samples.
class ArchiveTest : public testing::Test {
 protected:
  ArchiveTest() { archive_.index({.sources = {(test::sample_data() / "sample").native()}}); }

  test::TemporaryFolder folder_;
  Archive archive_{folder_.path("games.db")};
};

TEST_F(ArchiveTest, ListsGamesByName) {
  std::vector<std::string> games;
  for (const Game& game : archive_.games(Query().set("player", "alphago").set("result", "W+R"))) {
    games.push_back(std::string(game.black()) + " - " + std::string(game.white()) + ", " +
                    std::string(game.date()) + ", " + std::to_string(game.moves().value_or(0)));
  }
  ASSERT_FALSE(games.empty());
  EXPECT_EQ(games.back(), "Lee Sedol - AlphaGo, 2016-03-15, 280");
}

TEST_F(ArchiveTest, ColumnsThatAreNotListedReadAsUnknown) {
  const Query query = Query().set("player", "shusaku");
  for (const Game& game : archive_.games(query, {.columns = {"id"}, .limit = 1})) {
    EXPECT_GT(raw(game.id()), 0);
    EXPECT_EQ(game.black(), "");
    EXPECT_EQ(game.komi(), std::nullopt);
    EXPECT_EQ(game.row().size(), 1U);
  }
}

TEST_F(ArchiveTest, GivesRowsInTheOrderOfIdsAskedFor) {
  std::vector<std::int64_t> ids;
  for (const Game& game : archive_.games({GameId{3}, GameId{999'999}, GameId{1}})) {
    ids.push_back(raw(game.id()));
  }
  EXPECT_EQ(ids, (std::vector<std::int64_t>{3, 1}));
}

TEST_F(ArchiveTest, ExploresATree) {
  ExploreOptions options;
  options.depth = 2;
  options.limit = 1;
  std::vector<std::string> lines;
  const ExploreAnswer answer =
      archive_.explore(Query().set("position", "moves:").set("from", "1990"), options,
                       [&](const ExploredMove& move) {
                         std::string line;
                         for (const std::string& one : move.line) line += one + ' ';
                         lines.push_back(line + std::to_string(move.games));
                       });
  EXPECT_EQ(lines, (std::vector<std::string>{"dd 12", "dd pd 7"}));
  EXPECT_EQ(answer.games, 19);
}

TEST_F(ArchiveTest, ShowsAPositionAndDrawsIt) {
  const auto position = archive_.position(GameId{23}, 11);
  ASSERT_TRUE(position);
  EXPECT_EQ(position->last_ply, 211U);
  EXPECT_EQ(position->to_move, "White");
  const auto drawing = archive_.draw(GameId{23}, 11, {.ascii = true});
  ASSERT_TRUE(drawing);
  EXPECT_NE(drawing->board.find("(X)"), std::string::npos);
  EXPECT_EQ(drawing->board, [&] {
    Drawing again = *archive_.draw(GameId{23}, 11, {.ascii = true, .marks = false});
    return again.board;
  }());
  EXPECT_FALSE(archive_.position(GameId{23}, 100'000));
  EXPECT_FALSE(archive_.position(GameId{999'999}));
}

TEST_F(ArchiveTest, GivesTheTextOfRecordsBack) {
  for (const Game& game : archive_.games({GameId{1}})) {
    EXPECT_TRUE(archive_.record_text(game.record()).starts_with("(;")) << raw(game.record());
  }
}

TEST_F(ArchiveTest, NamesTheFieldThatMakesNoSense) {
  const auto field_of = [&](const char* field, const char* text) {
    try {
      (void)archive_.find(Query().set(field, text));
    } catch (const UsageError& error) {
      return std::string(error.field());
    }
    return std::string();
  };
  EXPECT_EQ(field_of("komi", "x"), "komi");
  EXPECT_EQ(field_of("position", "moves:zz"), "position");
  EXPECT_EQ(field_of("win_by", "luck"), "win_by");
  EXPECT_EQ(field_of("outcome", "win"), "outcome");  // of whom?
  EXPECT_EQ(field_of("date_exact", ""), "date_exact");
  EXPECT_EQ(field_of("exact", ""), "exact");
  EXPECT_EQ(field_of("where", "moves >"), "where");
  EXPECT_THROW((void)Query().set("colour", "red"), UsageError);
}

TEST_F(ArchiveTest, ChangesWhatItReads) {
  const GameSet shusaku = archive_.find(Query().set("player", "shusaku"));
  ASSERT_EQ(shusaku.games, 3);
  EXPECT_EQ(archive_.remove(shusaku), 3U);
  EXPECT_EQ(archive_.find(Query().set("player", "shusaku")).games, 0);
  const Alias alias{"Lee Sedol", "AlphaGo"};
  EXPECT_EQ(archive_.add_aliases(NameKind::player, {&alias, 1}), 1);
  EXPECT_GT(archive_.find(Query().set("player", "=AlphaGo")).games, 10);
}

TEST(Archive, ThatIsMissingIsNotCreatedByAQuestion) {
  const test::TemporaryFolder folder;
  EXPECT_THROW((void)Archive::open(folder.path("none.db")), DatabaseError);
  Archive later(folder.path("none.db"));
  EXPECT_THROW((void)later.find({}), DatabaseError);
  EXPECT_FALSE(std::filesystem::exists(folder.path("none.db")));
  EXPECT_EQ(Archive::create(folder.path("none.db")).find({}).games, 0);
}

TEST(Archive, KeepsASecondWriterOut) {
  const test::TemporaryFolder folder;
  (void)Archive::create(folder.path("games.db"));
  const Archive writer = Archive::open_for_changes(folder.path("games.db"));
  EXPECT_THROW((void)Archive::open_for_changes(folder.path("games.db")), DatabaseError);
}

TEST(DrawPosition, NeedsNoArchive) {
  EXPECT_NE(draw_position("moves:pd dp", true).find('X'), std::string::npos);
  EXPECT_THROW((void)draw_position("moves:zz"), UsageError);
}

/// An archive that is large enough for questions to take their time.
class LongCallTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    const std::string source = folder_->add_file("games.sgf", bench::go_archive(kGames, 1));
    archive_ = new Archive(folder_->path("games.db"));
    archive_->index({.sources = {source}});
    // Forgets the clusters that `index` made ready: duplicates() looks for them.
    const Alias alias{"Nobody", "Nobody Else"};
    archive_->add_aliases(NameKind::player, {&alias, 1});
  }
  static void TearDownTestSuite() {
    delete archive_;
    delete folder_;
  }

  /// Asks a question that is given up after `kPatience`. \returns how long it went on after that.
  template <class Ask>
  static std::chrono::milliseconds overrun(Ask ask) {
    const Call call = within(kPatience);
    EXPECT_THROW(ask(call), Stopped);
    return std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - call.deadline);
  }

  static constexpr int kGames = test::many(20'000);
  static constexpr std::chrono::milliseconds kPatience{5};
  /// 100 ms, plus the delay of a busy machine.
  static constexpr std::chrono::milliseconds kMost{400};
  static inline test::TemporaryFolder* folder_ = nullptr;
  static inline Archive* archive_ = nullptr;
};

/// Counts what it is given.
struct CountingSink final : ExportSink {
  bool tells_formats_apart() const override { return true; }
  void write(std::string_view, std::string_view, std::string_view text, bool) override {
    bytes += text.size();
  }
  void note(const std::string&) override {}
  std::size_t bytes = 0;
};

TEST_F(LongCallTest, EndsSoonAfterItsDeadline) {
  const Query where = Query().set("where", "moves * length(black) > 0 AND event <> date");
  EXPECT_LT(overrun([&](const Call& call) { (void)archive_->find(where, kAllGames, call); }),
            kMost);
  StatsQuestion openings{.by = {StatsKey::opening}};
  openings.opening_moves = 100;
  EXPECT_LT(overrun([&](const Call& call) { (void)archive_->stats({}, openings, call); }), kMost);
  EXPECT_LT(overrun([&](const Call& call) { (void)archive_->duplicates({}, call); }), kMost);
  EXPECT_LT(overrun([&](const Call& call) { (void)archive_->ratings({}, {}, call); }), kMost);
  const GameSet all = archive_->find({});
  EXPECT_LT(overrun([&](const Call& call) {
              for ([[maybe_unused]] const Game& game : archive_->games(all, {}, call)) {
              }
            }),
            kMost);
  Listing sorted;
  sorted.sort = parse_sort("black,-white,event");
  EXPECT_LT(overrun([&](const Call& call) { (void)archive_->games(all, sorted, call); }), kMost);
  for (const char* const format : {"original", "sgf", "csv"}) {
    CountingSink sink;
    EXPECT_LT(overrun([&](const Call& call) {
                archive_->engine().export_games(all, {.format = format}, sink, call);
              }),
              kMost);
  }
  CountingSink positions;
  EXPECT_LT(overrun([&](const Call& call) {
              archive_->engine().export_games(all, {.format = "cgp", .positions = PlyRange{}},
                                              positions, call);
            }),
            kMost);
}

TEST_F(LongCallTest, EndsWhenItIsStopped) {
  std::stop_source stop;
  std::int64_t rows = 0;
  const auto list = [&] {
    for ([[maybe_unused]] const Game& game :
         archive_->games(Query(), {}, {.stop = stop.get_token()})) {
      if (++rows == 10) stop.request_stop();
    }
  };
  EXPECT_THROW(list(), Stopped);
  EXPECT_EQ(rows, 10);

  std::stop_source again;
  const std::jthread other([&] {
    std::this_thread::sleep_for(kPatience);
    again.request_stop();
  });
  // A busy machine may answer before the other thread runs: then the next question is stopped.
  const auto ask_on = [&] {
    while (true) (void)archive_->duplicates({}, {.stop = again.get_token()});
  };
  EXPECT_THROW(ask_on(), Stopped);
}

TEST_F(LongCallTest, StopsATreeBetweenItsRows) {
  std::stop_source stop;
  int rows = 0;
  const auto explore = [&] {
    archive_->explore(Query().set("position", "moves:"), {.depth = 50, .limit = 3},
                      [&](const ExploredMove&) {
                        if (++rows == 5) stop.request_stop();
                      },
                      {.stop = stop.get_token()});
  };
  EXPECT_THROW(explore(), Stopped);
  EXPECT_LT(rows, 60);
}

TEST_F(LongCallTest, LeavesTheArchiveReadyForTheNextQuestion) {
  EXPECT_THROW((void)archive_->duplicates({}, within(kPatience)), Stopped);
  EXPECT_EQ(archive_->find({}).games, kGames);
  EXPECT_EQ(archive_->remove(archive_->find(Query().set("id", "1"))), 1U);
  EXPECT_EQ(archive_->find({}, kAllGames, within(std::chrono::hours(1))).games, kGames - 1);
}

}  // namespace
}  // namespace ludex
