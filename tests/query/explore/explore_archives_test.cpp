#include "formats/position_text.hpp"
#include "generator/go_archive.hpp"
#include "generator/hex_archive.hpp"
#include "generator/othello_archive.hpp"
#include "generator/shogi_archive.hpp"
#include "pipeline/indexer.hpp"
#include "pipeline/segment_keeper.hpp"
#include "query/explore/explore.hpp"
#include "query/filter/game_query.hpp"
#include "query/slow_exploration.hpp"
#include "store/posting_tables.hpp"
#include "store/removal.hpp"
#include "support/corpus.hpp"
#include "support/places.hpp"
#include "support/sanitized.hpp"
#include "support/temporary_folder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace ludex {
namespace {

using test::SlowExplorer;

/// A database made from archives, and questions to it that are answered twice.
class ExploredArchive {
 public:
  explicit ExploredArchive(bool variations = false) { options_.variations = variations; }

  void index(const std::string& source) {
    const std::atomic<bool> stop = false;
    options_.sources = {source};
    index_sources(
        path(), options_, [](const IndexProgress&) {}, [](const IndexMessage&) {}, stop);
  }

  /// Deletes the last segment, as if the run had been interrupted before writing it.
  void lose_last_segment() {
    Database database = Database::open_for_writing(path(), kCacheBytes);
    PostingTables tables(database.sql());
    ASSERT_GT(tables.segments().size(), 1U);
    const SegmentInfo last = tables.segments().back();
    SqlTransaction transaction(database.sql());
    delete_segment(database.sql(), last.id);
    database.set_next_id("posted", static_cast<std::int64_t>(last.first_number));
    transaction.commit();
  }

  void remove_some() {
    Database database = Database::open_for_writing(path(), kCacheBytes);
    std::vector<GameId> games;
    const std::int64_t end = database.next_id("game");
    for (std::int64_t id = 1; id < end; ++id) {
      if (random_() % 20 == 0) games.push_back(static_cast<GameId>(id));
    }
    remove_games(database, games);
  }

  void merge_all() {
    Database database = Database::open_for_writing(path(), kCacheBytes);
    compact(database, [](const char*) {});
  }

  [[nodiscard]] std::int64_t groups() {
    Database database = Database::open_for_reading(path());
    return database.sql().first_integer("SELECT count(*) FROM position_group WHERE moments > 0");
  }

  /// Positions whose counts are ready.
  [[nodiscard]] std::int64_t ready() {
    Database database = Database::open_for_reading(path());
    return database.sql().first_integer("SELECT count(*) FROM moment_counts");
  }

  /// The position before the first move, and positions picked at random, early ones above all:
  /// unfiltered, and each under one of 20 filters or, the first one, under all.
  void expect_what_a_replay_counts(int count) {
    Database database = Database::open_for_reading(path());
    const std::vector<QueryPosition> queries = pick_queries(database, test::many(count));
    const std::vector<GameFilters> filters = pick_filters(database);
    std::vector<IdSet> among;
    for (const GameFilters& filter : filters) among.push_back(find_games(database, filter).games);
    SlowExplorer slow(queries);
    slow.walk(database, options_.variations);
    for (std::size_t i = 0; i < queries.size(); ++i) {
      for (std::size_t f = 0; f < filters.size(); ++f) {
        if (i != 0 && f != 0 && f != 1 + i % (filters.size() - 1)) continue;
        GameFilters asked = filters[f];
        asked.positions = {queries[i]};
        const Exploration found = explore(database, asked, options_.variations);
        ASSERT_EQ(SlowExplorer::sorted(found.moves), SlowExplorer::sorted(slow.rows(i, among[f])))
            << "filter " << f << ", position " << i << ": " << to_cgp(queries[i].position);
      }
    }
  }

 private:
  static constexpr std::uint64_t kCacheBytes = 8 << 20;

  [[nodiscard]] std::filesystem::path path() const { return folder_.path("games.db"); }

  std::vector<QueryPosition> pick_queries(Database& database, int count) {
    GamePositions positions(database.sql());
    std::vector<QueryPosition> queries;
    while (queries.size() < static_cast<std::size_t>(count)) {
      const auto game = static_cast<GameId>(
          1 + random_() % static_cast<std::uint64_t>(database.next_id("game") - 1));
      if (!positions.is_answer(game)) continue;
      const std::uint32_t plies = positions.searched_plies(game);
      if (plies == 0) continue;
      const std::uint32_t last = queries.size() % 2 == 0 ? std::min(plies, 8U) : plies;
      const std::uint32_t ply = queries.empty() ? 0 : random_() % last;
      QueryPosition query = test::query_for(*positions.find(game, ply));
      const auto orientations = find_rules(query.position.game)->symmetries(query.position.size);
      query.position = test::turned(query.position, orientations[random_() % orientations.size()]);
      query.known.to_move = query.known.to_move || random_() % 4 == 0;
      if (random_() % 4 == 0) query.orientation = OrientationMode::exact;
      queries.push_back(std::move(query));
    }
    return queries;
  }

  std::vector<GameFilters> pick_filters(Database& database) {
    std::vector<std::string> names;
    SqlStatement select(database.sql(),
                        "SELECT written FROM name WHERE kind = 1 ORDER BY id LIMIT 50");
    while (select.step()) names.push_back(select.string(0));
    std::vector<GameFilters> filters(21);
    for (std::size_t i = 1; i < filters.size(); ++i) {
      GameFilters& filter = filters[i];
      const std::string& name = names[random_() % names.size()];
      if (i % 4 == 0) filter.players.push_back(parse_name("player", name));
      if (i % 5 == 1) filter.black = parse_name("black", name.substr(0, 1));
      if (i % 3 == 0) filter.result = parse_result_filter(i % 2 == 0 ? "B" : "W+R");
      if (i % 3 == 1) {
        filter.dates.push_back(span_of(parse_days("from", std::to_string(1960 + 2 * i)), {}));
      }
      if (i % 7 == 2)
        filter.columns.push_back(
            {"moves", NumberRange{20, 60 + 20 * static_cast<std::int64_t>(i)}});
      if (i % 4 == 3) filter.where = fmt::format("id % {} <> 0", i);
    }
    return filters;
  }

  test::TemporaryFolder folder_;
  IndexOptions options_;
  std::mt19937_64 random_{20040229};
};

/// Several segments, a gap, games taken out, one segment: the answers stay those of a replay.
void expect_right_answers(const std::vector<std::string>& archives, const std::string& ending,
                          bool variations = false) {
  const test::TemporaryFolder folder;
  ExploredArchive archive(variations);
  std::string last;
  for (std::size_t i = 0; i < archives.size(); ++i) {
    last = folder.add_file(std::to_string(i) + ending, archives[i]);
    archive.index(last);
  }
  EXPECT_GT(archive.groups(), 0);
  archive.expect_what_a_replay_counts(80);
  archive.lose_last_segment();
  archive.expect_what_a_replay_counts(40);
  archive.remove_some();
  archive.expect_what_a_replay_counts(40);
  archive.index(last);  // closes the gap
  archive.expect_what_a_replay_counts(40);
  archive.merge_all();
  EXPECT_GT(archive.groups(), 0);
  EXPECT_GT(archive.ready(), 0);
  archive.expect_what_a_replay_counts(60);
}

/// Cuts an archive of records, a line or a tree each, in parts at ends of games.
std::vector<std::string> in_three(const std::string& archive, const std::string& end) {
  std::vector<std::string> parts;
  std::size_t begin = 0;
  for (int i = 1; i <= 3; ++i) {
    std::size_t at = i == 3 ? archive.size() : archive.find(end, archive.size() * i / 3);
    if (at != archive.size()) at += end.size();
    parts.push_back(archive.substr(begin, at - begin));
    begin = at;
  }
  return parts;
}

TEST(ExploreArchives, CountsWhatAReplayOfGeneratedGoCounts) {
  expect_right_answers(in_three(bench::go_archive(/*games=*/1500, /*seed=*/2), ")\n"), ".sgf",
                       /*variations=*/true);
}

TEST(ExploreArchives, CountsWhatAReplayOfGeneratedHexCounts) {
  expect_right_answers(in_three(bench::hex_archive(/*games=*/3000, {}), ")\n"), ".sgf");
}

TEST(ExploreArchives, CountsWhatAReplayOfGeneratedShogiCounts) {
  expect_right_answers(in_three(bench::shogi_archive(/*games=*/1500, {}), "\n/\n"), ".csa");
}

TEST(ExploreArchives, CountsWhatAReplayOfGeneratedOthelloCounts) {
  bench::OthelloArchiveOptions options;
  options.dialect = bench::OthelloDialect::letters;
  expect_right_answers(in_three(bench::othello_archive(/*games=*/2000, options), "\n"), ".sgf");
}

TEST(ExploreArchives, CountsWhatAReplayOfTheGoCorpusCounts) {
  SKIP_WITHOUT_CORPUS("go");
  ExploredArchive archive;
  archive.index((test::corpus() / "go").string());
  archive.expect_what_a_replay_counts(301);
}

}  // namespace
}  // namespace ludex
